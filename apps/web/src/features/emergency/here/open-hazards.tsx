import { BriefLink, OpenHazards as OpenHazardsAnswer } from '@trailwarden/api'
import { isManager, smsLink } from '@trailwarden/domain'
import type { EmergencyMarker, Site } from '@trailwarden/site'
import { useEffect, useId, useState } from 'react'
import { type ApiAnswer, callApi } from '#data/api.ts'
import { useSession } from '#data/session.ts'
import { formatDateTime } from '#lib/dates.ts'
import type { SiteData } from '#parts/trail/site-data.ts'
import { CopyButton } from '../call/copy.tsx'
import { hazardPlace } from './hazard-place.ts'

/** The maximum number of hazards in print, so that the brief fits on one page. */
const MOST_ON_PAPER = 5

/** Reads the token from the URL's fragment, which browsers don't send to servers. */
const tokenOfPage = () => new URLSearchParams(location.hash.slice(1)).get('brief')

const TROUBLE: Record<string, string> = {
  'link-expired': 'This link has expired. Ask the trail team for a new one.',
  'no-answer': 'Unknown: no signal to load hazards.',
}

/** Open hazards on the way in, for people with an account and for responders with a link from a manager. */
export function OpenHazards({ site, data, marker }: { site: Site; data: SiteData; marker: EmergencyMarker }) {
  const person = useSession()
  const [token] = useState(tokenOfPage)
  const [answer, setAnswer] = useState<ApiAnswer<OpenHazardsAnswer> | null>(null)
  const mayAsk = token !== null || person !== null
  useEffect(() => {
    if (!mayAsk) return
    let isOpen = true
    const asking = token
      ? callApi('POST', '/api/brief-links/open', OpenHazardsAnswer, { token })
      : callApi('GET', `/api/open-hazards?code=${encodeURIComponent(marker.code)}`, OpenHazardsAnswer)
    void asking.then((answer) => isOpen && setAnswer(answer))
    return () => {
      isOpen = false
    }
  }, [mayAsk, token, marker.code])
  return (
    <div className="open-hazards">
      <h3>Open hazards on the way in</h3>
      {!mayAsk && <p>Unknown. Log in to see open hazards, or ask the trail team for a responder link.</p>}
      {mayAsk && <div role="status">{answer ? <Answer site={site} data={data} marker={marker} answer={answer} /> : 'Loading…'}</div>}
      {person && isManager(person) && <MakeLink site={site} marker={marker} />}
    </div>
  )
}

type AnswerProps = { site: Site; data: SiteData; marker: EmergencyMarker; answer: ApiAnswer<OpenHazardsAnswer> }

function Answer({ site, data, marker, answer }: AnswerProps) {
  if (!answer.ok) return <p className="warn">{TROUBLE[answer.code] ?? `Unknown: ${answer.detail}`}</p>
  const { code, hazards, asOf, expiresAt } = answer.value
  const time = (iso: string) => formatDateTime(new Date(iso), site.timeZone)
  // A link is valid for one post only.
  if (code !== marker.code) return <p>This link is for {code}.</p>
  return (
    <>
      {hazards.length === 0 ? (
        <p>No hazards reported near this post.</p>
      ) : (
        <ul className="lines">
          {hazards.map(({ number, description, detail, rating, position, accuracyM, distanceM, createdAt }, i) => (
            <li key={number} className={i < MOST_ON_PAPER ? undefined : 'on-screen'}>
              <b>{description}</b> ({rating}){detail && `: ${detail}`}{' '}
              <span className="small">
                {hazardPlace(data, { position, accuracyM }, distanceM)}, reported {time(createdAt)}, no. {number}
              </span>
            </li>
          ))}
        </ul>
      )}
      {hazards.length > MOST_ON_PAPER && <p className="on-paper">and {hazards.length - MOST_ON_PAPER} more on screen</p>}
      <p className="small">
        As of {time(asOf)}.{expiresAt && ` This link works until ${time(expiresAt)}.`}
      </p>
    </>
  )
}

const LIFETIMES = [4, 24, 72]

/** Creates a link for responders without an account. The server logs when a link is created and when it is opened. */
function MakeLink({ site, marker }: { site: Site; marker: EmergencyMarker }) {
  const id = useId()
  const [hours, setHours] = useState(LIFETIMES[0] ?? 4)
  const [link, setLink] = useState<{ url: string; expiresAt: string } | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const make = async () => {
    const answer = await callApi('POST', '/api/brief-links', BriefLink, { code: marker.code, hours })
    setTrouble(answer.ok ? null : answer.code === 'no-answer' ? 'You need signal to create a link.' : answer.detail)
    if (!answer.ok) return
    const { code, token, expiresAt } = answer.value
    setLink({ url: `${location.origin}/m/${encodeURIComponent(code)}#brief=${token}`, expiresAt })
  }
  return (
    <div className="make-link on-screen">
      <h3>Link for responders without an account</h3>
      <div className="buttons">
        <label htmlFor={id}>Works for</label>
        <select id={id} value={hours} onChange={(event) => setHours(Number(event.target.value))}>
          {LIFETIMES.map((one) => (
            <option key={one} value={one}>
              {one} hours
            </option>
          ))}
        </select>
        <button type="button" className="tonal" onClick={make}>
          Create link
        </button>
      </div>
      <div role="status">
        {trouble && <p className="warn">{trouble}</p>}
        {link && (
          <>
            <p className="link-text">{link.url}</p>
            <p className="small">
              Works until {formatDateTime(new Date(link.expiresAt), site.timeZone)}. We log when it’s created and opened.
            </p>
            <div className="buttons">
              <CopyButton text={link.url} label="Copy link" shown="Copy link" />
              <a className="tonal" href={smsLink(`Responder brief ${marker.code}: ${link.url}`)}>
                Text message
              </a>
            </div>
          </>
        )}
      </div>
    </div>
  )
}
