import '../styles/entry.css'
import { codeSeries, findByCode, noSuchPost } from '@trailwarden/domain'
import { type ReactNode, useState } from 'react'
import type { SiteData } from '#parts/trail/site-data.ts'

type Props = {
  data: SiteData
  given: string
  before?: string
  /** The user may enter the number before the letters. */
  showsKeys?: boolean
  onBegin: () => void
  onFound: (code: string) => void
  children?: ReactNode
}

const QUESTION = 'What code is on the nearest post?'
const DIGITS = [...'123456789']
/** Most codes have this many digits. The number of digits is only certain once the user has chosen the letters. */
const USUAL_DIGITS = 2

/**
 * With gloves, one tap selects the letters and number keys enter the rest. The pad shows no example, because users might read out anything
 * that looks like a code.
 */
export function CodePad({ data, given, before = '', showsKeys = false, onBegin, onFound, children }: Props) {
  const { markers } = data.bundle
  const all = codeSeries(markers)
  const [prefix, setPrefix] = useState(() =>
    all.length === 1 ? all[0]?.prefix : all.find((one) => one.prefix === before.replace(/\d*$/, ''))?.prefix,
  )
  const [number, setNumber] = useState(/\d*$/.exec(before)?.[0] ?? '')
  const [unknown, setUnknown] = useState(given)
  const series = all.find((one) => one.prefix === prefix)
  const digits = series?.digits ?? USUAL_DIGITS
  // If the site has only one series of codes, its letters are preselected and don't count as input.
  const hasBegun = number !== '' || (series !== undefined && all.length > 1)

  const look = (code: string) => {
    const post = findByCode(markers, code)
    setUnknown(post ? '' : code)
    if (post) onFound(post.code)
  }
  const enter = (next: string) => {
    onBegin()
    // After an unknown code, the next digit starts a new number.
    const entered = (unknown === '' ? next : next.slice(-1)).slice(0, digits)
    setUnknown('')
    setNumber(entered)
    if (series && entered.length === digits) look(`${prefix}${entered}`)
  }
  const choose = (chosen: (typeof all)[number]) => {
    onBegin()
    setPrefix(chosen.prefix)
    // A number that the user entered before the letters stays.
    const entered = series ? '' : number
    setNumber(entered)
    setUnknown('')
    if (chosen.digits === entered.length) look(`${chosen.prefix}${entered}`)
  }
  return (
    <section className="card code-pad">
      <div className="asked">
        <h2 className={hasBegun ? 'unseen' : undefined}>{QUESTION}</h2>
        <p role="status" className="boxes">
          {hasBegun && <Entered prefix={prefix} number={number} digits={digits} />}
        </p>
        {hasBegun && <span className="small">{series ? 'Now the number.' : 'Now the letters.'}</span>}
      </div>
      {all.length > 1 && (
        <div className="prefixes" data-count={all.length}>
          {all.map((one) => (
            <button key={one.prefix} type="button" aria-pressed={one.prefix === prefix} onClick={() => choose(one)}>
              <b className={one.prefix.length > 3 ? 'long' : undefined}>{one.prefix || '0–9'}</b> <small>{one.area}</small>
            </button>
          ))}
        </div>
      )}
      {unknown !== '' && (
        <p role="status" className="warn">
          {noSuchPost(markers, unknown)}
        </p>
      )}
      {children}
      {(series || showsKeys) && (
        <div className={series ? 'keys' : 'keys early'}>
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
          <button type="button" className="word" disabled={!series || number === ''} onClick={() => look(`${prefix}${number}`)}>
            Done
          </button>
        </div>
      )}
    </section>
  )
}

const Entered = ({ prefix, number, digits }: { prefix?: string | undefined; number: string; digits: number }) => (
  <>
    <span className="wide">{prefix}</span>
    {Array.from({ length: digits }, (_, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: boxes never change order
      <span key={i}>{number[i]}</span>
    ))}
  </>
)

/** The card has the height of the code pad until the list of posts is loaded. */
export const RoomForPad = () => (
  <section className="card code-pad">
    <div className="asked">
      <h2>{QUESTION}</h2>
    </div>
    <div className="room-for-letters" />
  </section>
)
