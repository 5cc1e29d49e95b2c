import { styled } from '@mui/material/styles'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { Boundary } from '#ui/part.tsx'

const EmergencyLayer = lazy(() => import('#features/emergency/emergency-layer.tsx').then((m) => ({ default: m.EmergencyLayer })))

const Link = styled('a')({ color: 'inherit', textDecoration: 'none' })

const PAGE = '/emergency'

/**
 * Opens Emergency with one tap from every screen. Without scripts, or before they have loaded, this is a plain link to the emergency page,
 * whose call button needs no scripts. With scripts, the same screen opens over the current page so that no form data is lost.
 */
export function EmergencyLink({ className, children }: { className?: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const { emergencyNumber } = usePageData().site
  // Opens the emergency page if the layer fails to load or throws an error. That page depends on neither the layer nor this app. If the
  // page isn't available either, this opens the phone's dialler.
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
