import { lazy, type ReactNode, Suspense, useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { Boundary } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'

const EmergencyLayer = lazy(() => import('#features/emergency/emergency-layer.tsx').then((m) => ({ default: m.EmergencyLayer })))

const Link = styled('a')({ color: 'inherit', textDecoration: 'none' })

const PAGE = '/emergency'

export function EmergencyOver({ onClose }: { onClose: () => void }) {
  const { emergencyNumber } = usePageData().site
  // The emergency page works without this app. If even that page isn't available, the phone's dialler opens.
  const openPage = () => location.assign(navigator.onLine || navigator.serviceWorker?.controller ? PAGE : `tel:${emergencyNumber}`)
  return (
    <Boundary onFail={openPage}>
      <Suspense>
        <EmergencyLayer onClose={onClose} />
      </Suspense>
    </Boundary>
  )
}

/** A layer that closes when it opens Emergency sets `onOpen`, and its parent shows Emergency. */
type Props = { className?: string; onOpen?: () => void; children: ReactNode }

/**
 * Before scripts have loaded, the link opens the emergency page, whose call button needs no scripts. With scripts, the screen opens over
 * the current page so that no form data is lost.
 */
export function EmergencyLink({ className, onOpen, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Link
        href={PAGE}
        {...(className && { className })}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          if (onOpen) onOpen()
          else setOpen(true)
        }}
      >
        {children}
      </Link>
      {isOpen && <EmergencyOver onClose={() => setOpen(false)} />}
    </>
  )
}
