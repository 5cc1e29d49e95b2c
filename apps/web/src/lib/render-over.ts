import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * After an error that no boundary catches, React removes everything. The function then restores the server's markup, whose Emergency link
 * and call button work without scripts.
 */
export function renderOver(app: ReactNode): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root.')
  const served = [...root.childNodes]
  createRoot(root, {
    onUncaughtError(error) {
      console.error(error)
      // React is still working on the root when it reports the error.
      setTimeout(() => {
        document.documentElement.dataset.failed = ''
        root.replaceChildren(...served)
      })
    },
  }).render(app)
}
