import { styled } from '@mui/material/styles'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { Boundary } from '#ui/part.tsx'

const CallDialog = lazy(() => import('./call-dialog.tsx').then((m) => ({ default: m.CallDialog })))

const Link = styled('a')({ color: 'inherit', textDecoration: 'none' })

/**
 * The Emergency button, one tap away on every screen. Without scripts, it is a telephone link that opens the dialler. With scripts, it
 * opens a confirmation dialog first, because a phone in a pocket can register taps. If the dialog can't be loaded, the button dials.
 */
export function EmergencyButton({ className, children }: { className?: string; children: ReactNode }) {
  const { site } = usePageData()
  const href = `tel:${site.emergencyNumber}`
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Link
        href={href}
        {...(className && { className })}
        onClick={(event) => {
          event.preventDefault()
          setAsking(true)
        }}
      >
        {children}
      </Link>
      {asking && (
        <Boundary onFail={() => location.assign(href)}>
          <Suspense>
            <CallDialog number={site.emergencyNumber} onClose={() => setAsking(false)} />
          </Suspense>
        </Boundary>
      )}
    </>
  )
}
