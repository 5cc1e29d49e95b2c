import '../styles/call.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLayer } from '#ui/dialog/layer.ts'
import { Glyph } from '../glyph.tsx'
import { iconCall } from '../icons.ts'

/** The emergency number that works on any mobile phone worldwide. */
const MOBILE_NUMBER = '112'

/**
 * The call button. Without scripts, it is a plain telephone link. With scripts, it asks for confirmation (DOC-05). The confirmation button
 * is higher up than the call button, so that a double tap can't dial.
 */
export function Call({ number, callText }: { number: string; callText: ReactNode }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <a
        className="call"
        href={`tel:${number}`}
        onClick={(event) => {
          event.preventDefault()
          setAsking(true)
        }}
      >
        <Glyph path={iconCall} />
        Call {number}
      </a>
      {isAsking && <CallQuestion number={number} callText={callText} onClose={() => setAsking(false)} />}
    </>
  )
}

function CallQuestion({ number, callText, onClose }: { number: string; callText: ReactNode; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  useEffect(() => dialog.current?.showModal(), [])
  useLayer(true, close)
  return (
    <dialog
      ref={dialog}
      className="call-question"
      aria-labelledby="call-question"
      onClose={(event) => {
        // This dialog may be nested in another dialog, which must stay open when this one closes.
        event.stopPropagation()
        onClose()
      }}
    >
      <h2 id="call-question">Call {number} now?</h2>
      <p>
        Say: <b>{callText}</b>
      </p>
      <a className="call" href={`tel:${number}`}>
        <Glyph path={iconCall} />
        Call {number}
      </a>
      <button type="button" className="outlined" onClick={close}>
        Cancel
      </button>
      {number !== MOBILE_NUMBER && (
        <p className="small">
          On a mobile phone, <a href={`tel:${MOBILE_NUMBER}`}>{MOBILE_NUMBER}</a> reaches the same service.
        </p>
      )}
    </dialog>
  )
}

export function CallBar({ number, callText }: { number: string; callText: ReactNode }) {
  return (
    <section className="call-bar" aria-label="Call">
      <p>
        No bars? Try anyway.
        <span className="any-network"> {number} uses any network in range.</span>
        {number !== MOBILE_NUMBER && (
          <span className="or-mobile">
            {' '}
            Or <a href={`tel:${MOBILE_NUMBER}`}>{MOBILE_NUMBER}</a>.
          </span>
        )}
      </p>
      <Call number={number} callText={callText} />
    </section>
  )
}
