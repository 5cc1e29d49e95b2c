import './entry.css'
import { codeSeries, findByCode, noSuchPost } from '@trailwarden/domain'
import { useState } from 'react'
import type { SiteData } from '#parts/site-data.ts'

type Props = {
  data: SiteData
  /** A code of the address that is none of ours; '' without one. */
  given: string
  /** The person began: what is half entered must not be taken away. */
  onBegin: () => void
  onFound: (code: string) => void
}

const DIGITS = [...'123456789']
/** Before the signs are chosen: as most posts have them. */
const USUAL_DIGITS = 2

/**
 * The code on the post, as a hand in a glove can enter it: the signs by one tap, then the number. The boxes are empty until then, since
 * anything that looks like a code may be read out.
 */
export function CodePad({ data, given, onBegin, onFound }: Props) {
  const { markers } = data.bundle
  const all = codeSeries(markers)
  const [prefix, setPrefix] = useState(() => (all.length === 1 ? all[0]?.prefix : undefined))
  const [number, setNumber] = useState('')
  const [unknown, setUnknown] = useState(given)
  const series = all.find((one) => one.prefix === prefix)
  const digits = series?.digits ?? USUAL_DIGITS

  const look = (code: string) => {
    const post = findByCode(markers, code)
    setUnknown(post ? '' : code)
    if (post) onFound(post.code)
  }
  const enter = (next: string) => {
    onBegin()
    // After a code that is none, a new number begins.
    const entered = unknown === '' ? next : next.slice(-1)
    setUnknown('')
    setNumber(entered)
    if (entered.length === digits) look(`${prefix}${entered}`)
  }
  const choose = (chosen: (typeof all)[number]) => {
    onBegin()
    setPrefix(chosen.prefix)
    setNumber('')
    setUnknown('')
    if (chosen.digits === 0) look(chosen.prefix)
  }
  return (
    <section className="card code-pad">
      <h2>What code is on the nearest post?</h2>
      {all.length > 1 && (
        <div className="prefixes" data-count={all.length}>
          {all.map((one) => (
            <button key={one.prefix} type="button" aria-pressed={one.prefix === prefix} onClick={() => choose(one)}>
              <b className={one.prefix.length > 3 ? 'long' : undefined}>{one.prefix || '0–9'}</b> <small>{one.area}</small>
            </button>
          ))}
        </div>
      )}
      <div className="entered">
        <p role="status" className="boxes">
          <span className="wide">{prefix}</span>
          {Array.from({ length: digits }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
            <span key={i}>{number[i]}</span>
          ))}
        </p>
        <span className="small">{series ? 'Now the number.' : 'Tap the letters, then type the number.'}</span>
      </div>
      {unknown !== '' && (
        <p role="status" className="warn">
          {noSuchPost(markers, unknown)}
        </p>
      )}
      {series && (
        <div className="keys">
          {DIGITS.map((digit) => (
            <button key={digit} type="button" onClick={() => enter(number + digit)}>
              {digit}
            </button>
          ))}
          <button type="button" className="word" disabled={number === ''} onClick={() => enter(unknown === '' ? number.slice(0, -1) : '')}>
            Delete
          </button>
          <button type="button" onClick={() => enter(`${number}0`)}>
            0
          </button>
          <button type="button" className="word" disabled={number === ''} onClick={() => look(`${prefix}${number}`)}>
            Done
          </button>
        </div>
      )}
    </section>
  )
}
