import type { Page } from '@playwright/test'

/** The list also includes toasts that are replaced quickly. */
export async function toastsOf(page: Page): Promise<readonly string[]> {
  const shown: string[] = []
  await page.exposeFunction('noteToast', (text: string) => void (text && text !== shown.at(-1) && shown.push(text)))
  await page.addInitScript(() => {
    const { noteToast } = window as unknown as { noteToast(text: string): void }
    const note = () => noteToast(document.querySelector('[role=status][aria-label=Messages]')?.textContent ?? '')
    new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true })
  })
  return shown
}
