import './styles/emergency.css'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { usePageData } from '#data/page-data.ts'
import { useLayer } from '#ui/dialog/layer.ts'
import { EmergencyScreen } from './emergency-screen.tsx'

/** The screen is a layer, so that a form under it keeps its input. */
export function EmergencyLayer({ onClose }: { onClose: () => void }) {
  const { site } = usePageData()
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  useEffect(() => dialog.current?.showModal(), [])
  useLayer(true, close)
  return createPortal(
    <dialog ref={dialog} className="emergency-layer" aria-label="Emergency" onClose={onClose}>
      <EmergencyScreen site={site} network={null} code={null} close={{ act: close }} />
    </dialog>,
    document.body,
  )
}
