import { styled } from '@mui/material/styles'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { Boundary } from '#ui/part.tsx'

const EmergencyLayer = lazy(() => import('#features/emergency/emergency-layer.tsx').then((m) => ({ default: m.EmergencyLayer })))

const Link = styled('a')({ color: 'inherit', textDecoration: 'none' })

const PAGE = '/emergency'

/**
 * Before scripts have loaded, the link opens the emergency page, whose call button needs no scripts. With scripts, the screen opens over
 * the current page so that no form data is lost.
 */
export function EmergencyLink({ className, children }: { className?: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const { emergencyNumber } = usePageData().site
  // The emergency page works without this app. If even that page isn't available, the phone's dialler opens.
  const openPage = () => location.assign(navigator.onLine || navigator.serviceWorker?.controller ? PAGE : `tel:${emergencyNumber}`)
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
        <Boundary onFail={openPage}>
          <Suspense>
            <EmergencyLayer onClose={() => setOpen(false)} />
          </Suspense>
        </Boundary>
      )}
    </>
  )
}
