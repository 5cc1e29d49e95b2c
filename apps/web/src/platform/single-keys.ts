/** Whether keys pressed alone do something in lists, outside of text fields: on until someone turns them off on this device. */
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
    // Without storage they stay on.
  }
}
