import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * Draws the app over what the server wrote into the page. React removes everything when an error reaches it that no boundary caught; then
 * what the server wrote comes back: its links, Emergency and the call among them, need no script.
 */
export function renderOver(app: ReactNode): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root.')
  const served = [...root.childNodes]
  createRoot(root, {
    onUncaughtError(error) {
      console.error(error)
      // React is still at work on the root.
      setTimeout(() => {
        document.documentElement.dataset.failed = ''
        root.replaceChildren(...served)
      })
    },
  }).render(app)
}
