import { isDesktop } from '#lib/breakpoint.ts'
import './emergency.css'
import { findByCode } from '@trailwarden/domain'
import type { EmergencyMarker, Site } from '@trailwarden/site'
import { type ReactNode, useState } from 'react'
import type { SiteData } from '#parts/site-data.ts'
import { iconCheckCircleFill, iconClose } from '#ui/screen-icons.ts'
import { Call, CallBar } from './call.tsx'
import { CodeEntry } from './code-entry.tsx'
import { Glyph } from './glyph.tsx'
import { HereView } from './here-view.tsx'
import { MoreHelp } from './more-help.tsx'
import { PostView } from './post-view.tsx'
import { useFix } from './use-fix.ts'
import { type Network, useIsCached, useNetwork } from './use-network.ts'
import { useWakeLock } from './use-wake-lock.ts'

/** How the screen is left: a page leads home, a layer over the app closes. */
type Close = { href: string } | { act: () => void }

type Props = { site: Site; network: SiteData | null; code: string | null; close: Close }

/**
 * From "someone is hurt" to the right sentences. A phone starts from where it is; a desktop starts from the code that the caller reads out,
 * since there the computer's own position is rarely the answer. Everything comes from data on the device.
 */
export function EmergencyScreen({ site: served, network: given, code, close }: Props) {
  const network = useNetwork(given)
  const site = network.data?.bundle.site ?? served
  const [typed, setTyped] = useState(code)
  const [startsFromCode] = useState(() => code !== null || isDesktop())
  const [wantsPosition, setWantsPosition] = useState(!startsFromCode)
  const isHere = wantsPosition && typed === null
  const { fix, trouble } = useFix(isHere)
  const isCached = useIsCached()
  useWakeLock()
  const post = typed !== null && network.data ? findByCode(network.data.bundle.markers, typed) : null
  const [hereText, setHereText] = useState<ReactNode>(null)
  const callText = callTextOf(post) ?? hereText ?? 'Ambulance, and the code on the nearest emergency marker post.'
  const goHere = () => {
    setTyped(null)
    setWantsPosition(true)
  }
  return (
    <div className="emergency">
      <header>
        {'href' in close ? (
          <a className="icon-button" href={close.href} aria-label="Close">
            <Glyph path={iconClose} />
          </a>
        ) : (
          <button type="button" className="icon-button" aria-label="Close" onClick={close.act}>
            <Glyph path={iconClose} />
          </button>
        )}
        <h1>Emergency</h1>
        {network.data && isCached && (
          <span className="badge">
            <Glyph path={iconCheckCircleFill} />
            Works without signal
          </span>
        )}
        <div className="on-desktop">
          <Call number={site.emergencyNumber} callText={callText} />
        </div>
      </header>
      <main>
        {site.sample && <p className="sample">Sample data – not for navigation</p>}
        {isHere && fix && network.data ? (
          <HereView site={site} data={network.data} fix={fix} onCallText={setHereText} />
        ) : (
          <CodeEntry
            data={network.data}
            typed={typed ?? ''}
            found={post}
            onType={setTyped}
            onUsePosition={isHere ? null : goHere}
            why={whyNoPosition(isHere, trouble, fix !== null, network)}
          />
        )}
        {post && network.data && <PostView key={post.code} site={site} data={network.data} marker={post} />}
        {!post && !(isHere && fix && network.data) && <FirstSteps number={site.emergencyNumber} />}
        <MoreHelp
          site={site}
          fix={isHere ? fix : null}
          data={network.data}
          post={post}
          isLayer={'act' in close}
          onOtherPost={isHere && fix && network.data ? () => setTyped('') : null}
        />
      </main>
      <CallBar number={site.emergencyNumber} callText={callText} />
    </div>
  )
}

const callTextOf = (post: EmergencyMarker | null) =>
  post && `Ambulance. ${post.area ? `${post.area} trail, e` : 'E'}mergency marker ${post.code}.`

/** Why no post can be named yet, as text; null where the code is simply asked for. */
function whyNoPosition(isHere: boolean, trouble: string | null, hasFix: boolean, { data, isMissing }: Network): string | null {
  if (isMissing) return 'The posts are not on this device yet, and there is no signal to fetch them. Read out the code on the post.'
  if (!isHere) return null
  if (trouble === 'denied') return 'This device may not tell its position here. Enter the code on the post.'
  if (trouble === 'unavailable') return 'No position from this device. Enter the code on the post.'
  if (!hasFix || !data) return 'Looking for your position. The code on the post is quicker if you can see it.'
  return null
}

/** Stands before any script has run, and whenever neither position nor code is known. */
function FirstSteps({ number }: { number: string }) {
  return (
    <section className="card">
      <h2>Tell {number}</h2>
      <ol className="tell">
        <li>
          <b>Ambulance</b>, police or fire?
        </li>
        <li>The name of the trail</li>
        <li>
          The code on the nearest <b>marker post</b>, and how far you are from it. There is a post about every 1 km
        </li>
        <li>
          What happened, <b>how many are hurt</b>
        </li>
        <li>Keep your phone on and stay where you said you are</li>
      </ol>
    </section>
  )
}
