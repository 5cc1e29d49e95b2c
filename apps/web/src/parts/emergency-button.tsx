import { styled } from '@mui/material/styles'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { Boundary } from '#ui/part.tsx'

const CallDialog = lazy(() => import('./call-dialog.tsx').then((m) => ({ default: m.CallDialog })))

const Link = styled('a')({ color: 'inherit', textDecoration: 'none' })

/**
 * Emergency, one tap from every screen. It is a plain telephone link underneath: without scripts, or before they have
 * loaded, it still reaches the dialler; with them it asks once, because a pocket can tap too. Without the question's own download it dials.
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
