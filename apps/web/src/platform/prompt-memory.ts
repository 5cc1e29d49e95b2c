export type Prompt = 'install-prompt' | 'download-maps-prompt'

export function isPromptOn(prompt: Prompt): boolean {
  try {
    return localStorage.getItem(prompt) !== 'off'
  } catch {
    // Storage is unavailable in private mode and in pages rendered by the server, so no prompt counts as dismissed.
    return true
  }
}

export function setPrompt(prompt: Prompt, on: boolean): void {
  try {
    if (on) localStorage.removeItem(prompt)
    else localStorage.setItem(prompt, 'off')
  } catch {
    // If storage fails, the prompt is shown again, which is acceptable.
  }
}
