/** The number of the user that this process acts as, who need not have an entry in the system's list. */
export const ownUid = (): number | undefined => process.geteuid?.()
