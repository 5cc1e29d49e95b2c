import { isDesktop } from '#lib/breakpoint.ts'
import './emergency.css'
import { type Fix, findByCode, whereabouts } from '@trailwarden/domain'
import type { EmergencyMarker, Site } from '@trailwarden/site'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { SiteData } from '#parts/site-data.ts'
import { iconCheckCircleFill, iconClose } from '#ui/screen-icons.ts'
import { Call, CallBar } from './call.tsx'
import { CodeField } from './code-field.tsx'
import { CodePad } from './code-pad.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Glyph } from './glyph.tsx'
import { HereView } from './here-view.tsx'
import { LocationLine, type LocationState } from './location-line.tsx'
import { MoreHelp } from './more-help.tsx'
import { OtherPost } from './other-post.tsx'
import { placeOfFix, placeOfPost } from './place-text.ts'
import { CopyAll, PostView } from './post-view.tsx'
import { SendHelp } from './send-help.tsx'
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
  const { data } = network
  const site = data?.bundle.site ?? served
  const [typed, setTyped] = useState(code)
  // On a post's own page nothing is typed until someone asks for another post.
  const [isEntering, setEntering] = useState(code === null)
  const [hasBegun, setHasBegun] = useState(false)
  const [asked, setAsked] = useState(() => (code !== null || isDesktop() ? 0 : 1))
  const { fix, trouble } = useFix(asked)
  const isCached = useIsCached()
  useWakeLock()
  const post = typed !== null && data ? findByCode(data.bundle.markers, typed) : null
  const here = !post && typed === null && !hasBegun && data && fix ? { data, fix } : null
  const screen = useTopOf(post?.code ?? null)
  const [hereText, setHereText] = useState<ReactNode>(null)
  const callText = callTextOf(post) ?? (here && hereText) ?? 'Ambulance, and the code on the nearest emergency post.'
  const ask = () => setAsked(asked + 1)
  const showHere = () => {
    setTyped(null)
    setHasBegun(false)
    if (!fix) ask()
  }
  const find = (found: string) => {
    setTyped(found)
    setHasBegun(false)
  }
  const location = locationState(asked, trouble, fix, network)
  // A post that was entered stays while the phone looks; the way to it is shown then.
  const locate = fix ? showHere : ask
  const place = placeText(site, data, post, fix)
  const rest = (
    <>
      <SendHelp site={site} data={data} from={post?.position ?? fix?.position ?? null} place={place} />
      {data && (post || here) && <OtherPost data={data} location={here ? null : location} onLocate={locate} onFound={find} />}
    </>
  )
  const more = <MoreHelp place={place} at={post?.position ?? null} isLayer={'act' in close} />
  return (
    <div ref={screen} className="emergency">
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
        <h1>
          Emergency
          {post && <span className="on-desktop"> post {post.code}</span>}
        </h1>
        {data && isCached && (
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
        {(isEntering || !post) && (
          <div className="on-desktop">
            <CodeField data={data} typed={typed ?? ''} found={post} onType={setTyped} onUsePosition={here ? null : showHere}>
              {post && data && <CopyAll site={site} data={data} marker={post} />}
            </CodeField>
          </div>
        )}
        {post && data && (
          <PostView
            key={post.code}
            site={site}
            data={data}
            marker={post}
            fix={fix}
            isTyped={isEntering}
            onOther={() => setEntering(true)}
            rest={rest}
            more={more}
          />
        )}
        {here && <HereView site={site} data={here.data} fix={here.fix} onCallText={setHereText} rest={rest} more={more} />}
        {!post && !here && (
          <>
            <div className={asked === 0 ? 'on-phone' : undefined}>
              <LocationLine state={location} onAct={locate} />
            </div>
            {data && (
              <div className="on-phone">
                <CodePad data={data} given={typed ?? ''} onBegin={() => setHasBegun(true)} onFound={find} />
              </div>
            )}
            <FirstSteps number={site.emergencyNumber} data={data} />
            {rest}
            {more}
          </>
        )}
      </main>
      <CallBar number={site.emergencyNumber} callText={callText} />
    </div>
  )
}

/** Another post is a new page to read: from its top. */
function useTopOf(code: string | null) {
  const screen = useRef<HTMLDivElement>(null)
  const [first] = useState(code)
  useEffect(() => {
    if (code !== null && code !== first) screen.current?.scrollIntoView({ block: 'start' })
  }, [code, first])
  return screen
}

const callTextOf = (post: EmergencyMarker | null) =>
  post && `Ambulance. ${post.area ? `${post.area} trail, e` : 'E'}mergency post ${post.code}.`

function placeText(site: Site, data: SiteData | null, post: EmergencyMarker | null, fix: Fix | null): string {
  if (post) return placeOfPost(post, site)
  return fix ? placeOfFix(fix, data && { index: data.index, where: whereabouts(data.index, fix, fix.at) }, site) : ''
}

function locationState(asked: number, trouble: LocationState | null, fix: Fix | null, { isMissing }: Network): LocationState {
  if (isMissing) return 'missing'
  if (fix) return 'found'
  return asked === 0 ? 'idle' : (trouble ?? 'looking')
}
