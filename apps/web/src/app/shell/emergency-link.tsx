import { styled } from '@mui/material/styles'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { Boundary } from '#ui/part.tsx'

const EmergencyLayer = lazy(() => import('#features/emergency/emergency-layer.tsx').then((m) => ({ default: m.EmergencyLayer })))

const Link = styled('a')({ color: 'inherit', textDecoration: 'none' })

const PAGE = '/emergency'

/**
 * Emergency, one tap from every screen. A plain link underneath: without scripts, or before they have loaded, it leads to the page,
 * whose call button needs none. With them the same screen opens over the page, so that no form is left.
 */
export function EmergencyLink({ className, children }: { className?: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const { emergencyNumber } = usePageData().site
  // The layer's own download failed, or it threw: the page does without both. Where the page cannot be had either, the dialler can.
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
