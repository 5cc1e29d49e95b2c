import './call.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { iconCallFill } from '#ui/screen-icons.ts'
import { Glyph } from './glyph.tsx'

/** Reaches the same service from any mobile phone in the world. */
const MOBILE_NUMBER = '112'

/**
 * The call. A plain telephone link underneath: without scripts it dials. With them it asks once (DOC-05), in a second button that
 * stands higher than the first, so that a double tap cannot dial.
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
        <Glyph path={iconCallFill} />
        Call {number}
      </a>
      {isAsking && <CallQuestion number={number} callText={callText} onClose={() => setAsking(false)} />}
    </>
  )
}

function CallQuestion({ number, callText, onClose }: { number: string; callText: ReactNode; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className="call-question"
      aria-labelledby="call-question"
      onClose={(event) => {
        // Inside the app this dialog lies in another one, which must stay.
        event.stopPropagation()
        onClose()
      }}
    >
      <h2 id="call-question">Call {number} now?</h2>
      <p>
        Say: <b>{callText}</b>
      </p>
      <a className="call" href={`tel:${number}`}>
        <Glyph path={iconCallFill} />
        Call {number}
      </a>
      <button type="button" className="outlined" onClick={() => dialog.current?.close()}>
        Cancel
      </button>
      {number !== MOBILE_NUMBER && (
        <p className="small">
          On a mobile phone <a href={`tel:${MOBILE_NUMBER}`}>{MOBILE_NUMBER}</a> reaches the same service.
        </p>
      )}
    </dialog>
  )
}

export function CallBar({ number, callText }: { number: string; callText: ReactNode }) {
  return (
    <section className="call-bar" aria-label="Call">
      <p>
        No bars? Try anyway. {number} uses any network in range.
        {number !== MOBILE_NUMBER && (
          <>
            {' '}
            Or <a href={`tel:${MOBILE_NUMBER}`}>{MOBILE_NUMBER}</a>.
          </>
        )}
      </p>
      <Call number={number} callText={callText} />
    </section>
  )
}
