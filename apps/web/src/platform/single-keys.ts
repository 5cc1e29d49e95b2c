/** Whether single-key shortcuts work in lists, outside text fields. They work until someone turns them off on this device. */
const NAME = 'single-keys'

export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(NAME) !== 'off'
  } catch {
    return true
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(NAME)
    else localStorage.setItem(NAME, 'off')
  } catch {
    // If this can't be stored, the shortcuts stay on.
  }
}
