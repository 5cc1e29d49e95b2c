export const ITEM_MESSAGES = {
  saved: (what: string) => `${what} saved`,
  notSaved: (what: string) => (reason: string) => `Couldn’t save ${what}: ${reason}`,
  deleted: (what: string) => `${what} deleted`,
  notDeleted: (what: string) => (reason: string) => `Couldn’t delete ${what}: ${reason}`,
  confirmDelete: (what: string) => `Delete this ${what}? This cannot be undone.`,
} as const
