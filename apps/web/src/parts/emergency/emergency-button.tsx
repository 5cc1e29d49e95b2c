import { lazy, type ReactNode, Suspense, useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { Boundary } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'

const CallDialog = lazy(() => import('./call-dialog.tsx').then((m) => ({ default: m.CallDialog })))

const Link = styled('a')({ color: 'inherit', textDecoration: 'none' })

/**
 * The dialog asks for confirmation because a phone in a pocket can register taps. Without scripts, or if the dialog can't be loaded, the
 * button opens the dialler.
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
