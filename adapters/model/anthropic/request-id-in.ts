/** What the server calls this exchange; its people ask for it. */
export const requestIdIn = (headers: Headers): string | undefined =>
  headers.get('request-id') ?? headers.get('x-request-id') ?? undefined
