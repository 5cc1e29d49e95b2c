import './emergency.css'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { usePageData } from '#data/page-data.ts'
import { EmergencyScreen } from './emergency-screen.tsx'

/** The emergency screen over whatever page is open: a form under it keeps what was typed. Escape and the phone's Back close it. */
export function EmergencyLayer({ onClose }: { onClose: () => void }) {
  const { site } = usePageData()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return createPortal(
    <dialog ref={dialog} className="emergency-layer" aria-label="Emergency" onClose={onClose}>
      <EmergencyScreen site={site} network={null} code={null} close={{ act: () => dialog.current?.close() }} />
    </dialog>,
    document.body,
  )
}
