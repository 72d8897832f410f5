/** The part of a session's id that people are shown. */
export const shortId = (session: string): string => session.slice(0, 13)
