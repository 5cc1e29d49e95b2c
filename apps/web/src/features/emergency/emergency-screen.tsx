import { isDesktop } from '#lib/breakpoint.ts'
import './styles/emergency.css'
import { callOpening, callOpeningAtMarker, type Fix, farFromPhone, findByCode, signalSpots, whereabouts } from '@trailwarden/domain'
import type { EmergencyMarker, Site } from '@trailwarden/site'
import { Fragment, useEffect, useMemo, useRef, useState } from 'react'
import type { SiteData } from '#parts/trail/site-data.ts'
import { useLayer } from '#ui/dialog/layer.ts'
import { Call, CallBar } from './call/call.tsx'
import { SendHelp } from './call/send-help.tsx'
import { Glyph } from './glyph.tsx'
import { HereView, PostToLookFor, RoughBand, RoughFacts, spotsFrom, WhereScript } from './here/here-view.tsx'
import { LocationLine, type LocationState } from './here/location-line.tsx'
import { MoreHelp } from './here/more-help.tsx'
import { mayLocate, useFix, useIsLate, useJudgedAt } from './here/use-fix.ts'
import { type Network, useIsCached, useNetwork } from './here/use-network.ts'
import { useWakeLock } from './here/use-wake-lock.ts'
import { isMeasured, type Where } from './here/where.ts'
import { iconClose, iconDone } from './icons.ts'
import { Challenge } from './post/challenge.tsx'
import { CodeField } from './post/code-field.tsx'
import { CodePad, RoomForPad } from './post/code-pad.tsx'
import { SignalSpotLine } from './post/facts.tsx'
import { NoPostInSight } from './post/no-post-in-sight.tsx'
import { OtherPost } from './post/other-post.tsx'
import { placeOfFix, placeOfPost } from './post/place-text.ts'
import { CopyAll, PostView, scriptOfPost } from './post/post-view.tsx'
import { FirstScript } from './post/script-card.tsx'

/** A page closes with a link to home. A layer over the app closes with a function. */
type Close = { href: string } | { act: () => void }

type Props = { site: Site; network: SiteData | null; code: string | null; close: Close }

/** What the screen shows first: instructions while finding the position, the position, or the code pad. */
type Layout = 'looking' | 'here' | 'entry'

/**
 * Shows a caller what to tell 000. A phone starts with its own position. A desktop starts with the code field, because the caller reads out
 * a code and the operator's position is rarely relevant. All data is on the device.
 */
export function EmergencyScreen({ site: served, network: given, code, close }: Props) {
  const network = useNetwork(given)
  const { data } = network
  const site = data?.bundle.site ?? served
  const [typed, setTyped] = useState(code)
  // The page of a post shows the code pad only if the user asks for another post.
  const [isEntering, setEntering] = useState(code === null)
  // The layout in which the user started to enter a code. The screen keeps it, so that nothing moves while they type.
  const [begunIn, setBegunIn] = useState<Layout | null>(null)
  const [forOther, setForOther] = useState<string | null>(null)
  const [before, setBefore] = useState('')
  const [asked, setAsked] = useState(() => (code !== null || isDesktop() ? 0 : 1))
  useEffect(() => {
    if (code !== null) void mayLocate().then((may) => may && setAsked((count) => count || 1))
  }, [code])
  const { fix, trouble } = useFix(asked)
  const judgedAt = useJudgedAt(fix)
  const isCached = useIsCached()
  useWakeLock()
  const where = useMemo(() => (data && fix ? whereabouts(data.index, fix, judgedAt) : null), [data, fix, judgedAt])
  const post = typed !== null && data ? findByCode(data.bundle.markers, typed) : null
  const far = post && fix ? farFromPhone(fix, judgedAt, post) : null
  // A code in the URL was scanned or shared, so the screen doesn't question it.
  const isChallenged = post !== null && where !== null && far !== null && typed !== code && forOther !== post.code
  const location = locationState(asked, trouble, fix, network)
  const isLate = useIsLate(location === 'looking')
  const layout = begunIn ?? layoutOf(typed, where, location, isLate)
  const isAtPost = post !== null && !isChallenged
  const isHere = !post && layout === 'here' && where !== null
  const screen = useTopOf(post?.code ?? null)
  const ask = () => setAsked(asked + 1)
  const showHere = () => {
    setTyped(null)
    setBegunIn(null)
    if (!fix) ask()
  }
  const find = (found: string) => {
    setTyped(found)
    setForOther(null)
    setBegunIn(null)
    setBefore('')
  }
  const backToCode = () => {
    setBefore(post?.code ?? '')
    setTyped(null)
    setBegunIn('entry')
  }
  useLayer(isChallenged, backToCode, true)
  // The entered post stays on the screen while the position is being found.
  const locate = fix ? showHere : ask
  const place = placeText(site, data, post, where, fix, isChallenged ? far : null)
  const callText = callTextOf(data, post, isChallenged, where)
  const rest = (
    <>
      <SendHelp site={site} signal={data && <NearestSignal site={site} data={data} post={post} where={where} />} place={place} />
      {data && (post || isHere) && (
        <OtherPost
          data={data}
          location={isHere ? null : location}
          onLocate={locate}
          onBegin={() => isHere && setBegunIn('here')}
          onFound={find}
        />
      )}
    </>
  )
  const more = <MoreHelp place={place} at={isAtPost ? post.position : null} isLayer={'act' in close} />
  const line = (
    <div key="line" className={asked === 0 ? 'on-phone' : undefined}>
      <LocationLine state={layout === 'looking' ? 'looking' : location} onAct={locate} />
    </div>
  )
  const pad = !network.isMissing && (
    <div key="pad" className="on-phone">
      {data ? (
        <CodePad
          data={data}
          given={typed ?? ''}
          before={before}
          showsKeys={where?.precision.band === 'lost'}
          onBegin={() => setBegunIn(layout)}
          onFound={find}
        >
          {where && <PostToLookFor where={where} />}
        </CodePad>
      ) : (
        <RoomForPad />
      )}
    </div>
  )
  const isRough = where !== null && !isMeasured(where)
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
          <span className={isAtPost ? 'on-desktop' : undefined}>Emergency </span>
          {isAtPost && <span className="post-name">post {post.code}</span>}
        </h1>
        {data && isCached && (
          <span className="badge">
            <Glyph path={iconDone} />
            <span className="roomy">Works without signal</span>
            <span className="tight">Works offline</span>
          </span>
        )}
        <div className="on-desktop">
          <Call number={site.emergencyNumber} callText={callText} />
        </div>
      </header>
      <Found where={where} />
      <main>
        {(isEntering || !post) && (
          <div className="on-desktop">
            <CodeField data={data} typed={typed ?? ''} found={post} onType={setTyped} onUsePosition={isHere ? null : showHere}>
              {isAtPost && data && (
                <CopyAll
                  site={site}
                  data={data}
                  marker={post}
                  sentences={scriptOfPost({ site, data, marker: post, where, far, isForOther: forOther === post.code })}
                />
              )}
            </CodeField>
          </div>
        )}
        {post && where && far && isChallenged && (
          <Challenge
            key={`challenge ${post.code}`}
            site={site}
            where={where}
            marker={post}
            far={far}
            onHere={showHere}
            onOther={() => setForOther(post.code)}
          >
            {rest}
            {more}
          </Challenge>
        )}
        {isAtPost && data && (
          <PostView
            key={post.code}
            site={site}
            data={data}
            marker={post}
            where={where}
            far={far}
            isForOther={forOther === post.code}
            isTyped={isEntering}
            onOther={() => setEntering(true)}
            onChange={() => setForOther(null)}
            rest={rest}
            more={more}
          />
        )}
        {isHere && data && <HereView key="here" site={site} data={data} where={where} rest={rest} more={more} />}
        {!post && !isHere && layout !== 'entry' && [<FirstScript key="tell" site={site} isLooking />, line, pad]}
        {!post &&
          layout === 'entry' && [
            isRough ? <RoughBand key="rough" site={site} where={where} /> : line,
            pad,
            isRough ? <WhereScript key="where" site={site} where={where} /> : <FirstScript key="first" site={site} isLooking={false} />,
          ]}
        {!post && !isHere && (
          // Remounts the content when the layout changes, because it would visibly jump otherwise.
          <Fragment key={layout}>
            {isRough && <RoughFacts site={site} where={where} />}
            <NoPostInSight data={data} />
            {rest}
            {more}
          </Fragment>
        )}
      </main>
      <CallBar number={site.emergencyNumber} callText={callText} />
    </div>
  )
}

/** Tells screen readers once when a good position has been found. */
function Found({ where }: { where: Where | null }) {
  const isGood = where !== null && isMeasured(where)
  const [text, setText] = useState('')
  const radiusM = where?.precision.radiusM
  // biome-ignore lint/correctness/useExhaustiveDependencies: doesn't repeat for every metre
  useEffect(() => setText(isGood ? `Position found, accurate to ${radiusM} metres` : ''), [isGood])
  return (
    <p role="status" className="unseen">
      {text}
    </p>
  )
}

function NearestSignal({ site, data, post, where }: { site: Site; data: SiteData; post: EmergencyMarker | null; where: Where | null }) {
  if (!post && !(where && isMeasured(where))) return null
  const { emergencyCall } = post || !where ? signalSpots(data.index, post?.position ?? [0, 0], site) : spotsFrom(data.index, where, site)
  const [nearest] = emergencyCall
  return nearest && <SignalSpotLine site={site} spot={nearest} {...(where && !post && { precision: where.precision })} />
}

function layoutOf(typed: string | null, where: Where | null, location: LocationState, isLate: boolean): Layout {
  if (typed !== null) return 'entry'
  if (where) return isMeasured(where) ? 'here' : 'entry'
  return (location === 'looking' || location === 'found') && !isLate ? 'looking' : 'entry'
}

/** Scrolls to the top when another post is shown. */
function useTopOf(code: string | null) {
  const screen = useRef<HTMLDivElement>(null)
  const [first] = useState(code)
  useEffect(() => {
    if (code !== null && code !== first) screen.current?.scrollIntoView({ block: 'start' })
  }, [code, first])
  return screen
}

function callTextOf(data: SiteData | null, post: EmergencyMarker | null, isChallenged: boolean, where: Where | null): string {
  if (post && isChallenged && where) return `${callOpening(where).replace('.', '. My phone:')} I entered the code of post ${post.code}.`
  if (post) return callOpeningAtMarker(post, data?.index.trailsOf(post) ?? [])
  return where ? callOpening(where) : 'Ambulance, and the code on the nearest emergency post.'
}

/** `far` is set while the post contradicts the position of the phone. The text then has both places. */
function placeText(
  site: Site,
  data: SiteData | null,
  post: EmergencyMarker | null,
  where: Where | null,
  fix: Fix | null,
  far: string | null,
): string {
  if (post && far === null) return placeOfPost(post, site)
  const ofPhone = fix ? placeOfFix(fix, data && where && { index: data.index, where }, site) : ''
  return post ? `${ofPhone}. I entered the code of post ${post.code}, ${far} away` : ofPhone
}

function locationState(asked: number, trouble: LocationState | null, fix: Fix | null, { isMissing }: Network): LocationState {
  if (isMissing) return 'missing'
  if (fix) return 'found'
  return asked === 0 ? 'idle' : (trouble ?? 'looking')
}
