import { styled } from '@mui/material/styles'
import { Component, lazy, type ReactNode, Suspense, useState } from 'react'

const EmergencyLayer = lazy(() => import('#features/emergency/emergency-layer.tsx').then((m) => ({ default: m.EmergencyLayer })))

const Link = styled('a')({ color: 'inherit', textDecoration: 'none' })

const PAGE = '/emergency'

/** The layer's own download failed, or it fell over: the page does without both. */
class OpenPageInstead extends Component<{ children: ReactNode }> {
  static getDerivedStateFromError = () => ({ failed: true })
  override state = { failed: false }
  override componentDidCatch() {
    location.assign(PAGE)
  }
  override render() {
    return this.state.failed ? null : this.props.children
  }
}

/**
 * Emergency, one tap from every screen. A plain link underneath: without scripts, or before they have loaded, it leads to the page,
 * whose call button needs none. With them the same screen opens over the page, so that no form is left.
 */
export function EmergencyLink({ className, children }: { className?: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Link
        href={PAGE}
        {...(className && { className })}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {children}
      </Link>
      {isOpen && (
        <OpenPageInstead>
          <Suspense>
            <EmergencyLayer onClose={() => setOpen(false)} />
          </Suspense>
        </OpenPageInstead>
      )}
    </>
  )
}
