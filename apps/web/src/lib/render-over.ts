import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * Renders the app over the server's markup. After an error that no boundary catches, React removes everything. This function then restores
 * the server's markup, whose links, including Emergency and the call button, work without scripts.
 */
export function renderOver(app: ReactNode): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root.')
  const served = [...root.childNodes]
  createRoot(root, {
    onUncaughtError(error) {
      console.error(error)
      // Delayed, because React is still working on the root at this point.
      setTimeout(() => {
        document.documentElement.dataset.failed = ''
        root.replaceChildren(...served)
      })
    },
  }).render(app)
}
