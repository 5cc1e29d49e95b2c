/** What is said while any kind of record is saved, changed or deleted. */
export const ITEM_MESSAGES = {
  saving: 'Saving item',
  saved: 'Item saved',
  notSaved: (reason: string) => `Item save failed: ${reason}`,
  updating: 'Updating item',
  updated: 'Item updated',
  notUpdated: (reason: string) => `Item update failed: ${reason}`,
  deleting: 'Deleting item',
  deleted: 'Item deleted',
  notDeleted: (reason: string) => `Item delete failed: ${reason}`,
  confirmDelete: 'Are you sure you want to delete this item? This cannot be undone.',
} as const
