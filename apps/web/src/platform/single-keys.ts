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
    // If storage fails, the shortcuts stay on.
  }
}
