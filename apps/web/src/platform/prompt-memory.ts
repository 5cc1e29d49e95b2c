/** Offers that a person has put off, remembered on this device; each is on until then. */
export type Prompt = 'install-prompt' | 'download-maps-prompt'

export function isPromptOn(prompt: Prompt): boolean {
  try {
    return localStorage.getItem(prompt) !== 'off'
  } catch {
    // No storage (private mode; a page rendered by the server): nothing was ever put off.
    return true
  }
}

export function setPrompt(prompt: Prompt, on: boolean): void {
  try {
    if (on) localStorage.removeItem(prompt)
    else localStorage.setItem(prompt, 'off')
  } catch {
    // It will be offered again; there is nothing worse to it.
  }
}
