/** Someone may enter the code of a post that is far from the device's position (RULES.md, E17 and E18). */

import { decimalDegrees } from '../geo/grid-reference.ts'
import { accuracyText, type Fix, type Precision, precisionOfFix } from '../geo/precision.ts'
import { distanceM } from '../geo/trail-reference-geometry.ts'
import { orList } from '../or-list.ts'
import {
  type CallScriptMarker,
  type CallScriptSite,
  type CallScriptTrail,
  callScriptAtMarker,
  networkName,
  SERVICE,
  type Sentence,
  type SentencePart,
  WHAT,
  type Whereabouts,
} from './emergency.ts'

/** Within this distance, someone could walk from the phone to the post with the entered code. */
const NEAR_ENOUGH_M = 500
const TIMES_ACCURACY = 3
/**
 * Within this distance of a post, the text states that the phone is at that post. An error does no harm, because the post with the entered
 * code is far away.
 */
const AT_M = 100

export function farFromPhone(fix: Fix, now: number, post: { position: Fix['position'] }): string | null {
  const precision = precisionOfFix(fix, now)
  const { radiusM, band } = precision
  if (radiusM === null || band === 'lost') return null
  const metres = distanceM(fix.position, post.position)
  return metres > Math.max(NEAR_ENOUGH_M, TIMES_ACCURACY * radiusM) ? farText(precision, metres) : null
}

/** From a rough position, the distance is 'at least', because the post may be nearer. */
function farText({ band, radiusM }: Precision, metres: number): string {
  const atLeast = band === 'rough'
  const leastM = atLeast ? metres - (radiusM ?? 0) : metres
  const stepM = leastM < 1000 ? 50 : leastM < 10_000 ? 100 : 1000
  const rounded = (atLeast ? Math.floor(leastM / stepM) : Math.round(leastM / stepM)) * stepM
  return `${atLeast ? 'at least ' : band === 'near' ? 'about ' : ''}${rounded < 1000 ? `${rounded} m` : `${rounded / 1000} km`}`
}

type CallWhere = Whereabouts<CallScriptTrail, CallScriptMarker>

const codesOf = ({ candidates, isOffNetwork }: CallWhere) => (isOffNetwork ? '' : orList(candidates.map(({ item }) => item.code)))

const trailOf = ({ trails: [trail, other] }: CallWhere) => (trail && !other ? trail : null)

/** For example 'at SH09 on Old Salty Dog, accurate to 8 m'. */
export function phonePlace(where: CallWhere): string {
  const { candidates, fix, precision } = where
  const codes = codesOf(where)
  const isAt = candidates.length === 1 && precision.band === 'exact' && (candidates[0]?.distanceM ?? 0) <= AT_M
  const at = codes === '' ? `at ${decimalDegrees(fix.position, precision.decimals)}` : `${isAt ? 'at' : 'near'} ${codes}`
  const trail = codes === '' ? null : trailOf(where)
  return `${at}${trail ? ` on ${trail.name}` : ''}, ${accuracyText(precision)}`
}

/** The first button shows the code. */
export const phonePost = (where: CallWhere): string | null => (where.candidates.length === 1 && codesOf(where)) || null

function phoneSentence(where: CallWhere, site: CallScriptSite): Sentence {
  const codes = codesOf(where)
  if (codes === '')
    return [
      'My phone is at ',
      { strong: decimalDegrees(where.fix.position, where.precision.decimals) },
      ', ',
      { warn: accuracyText(where.precision) },
    ]
  const trail = trailOf(where)
  const network = trail && networkName(site, trail.area)
  const rough: SentencePart[] = where.precision.band === 'exact' ? [] : [', ', { warn: accuracyText(where.precision) }]
  const more = `${trail ? `, trail ${trail.name}` : ''}${network && network !== trail.name ? `, ${network} network` : ''}`
  return ['My phone is near post ', { strong: codes }, more, ...rough]
}

/** The script is used until the person chooses between the phone's location and the entered code. */
export function callScriptOfBoth(where: CallWhere, marker: CallScriptMarker, far: string, site: CallScriptSite): Sentence[] {
  const network = networkName(site, marker.area)
  return [
    SERVICE,
    phoneSentence(where, site),
    ['I entered the code of post ', { strong: marker.code }, `, ${far} away${network ? `, ${network} network` : ''}`],
    WHAT,
  ]
}

/** The script also mentions the phone's location, because the emergency service sees that location. */
export function callScriptForOther(
  where: CallWhere,
  marker: CallScriptMarker,
  trails: readonly CallScriptTrail[],
  far: string,
  site: CallScriptSite,
): Sentence[] {
  const codes = codesOf(where)
  return [
    ...callScriptAtMarker(marker, trails, site),
    ['I’m calling from somewhere else, ', { strong: codes === '' ? `${far} away` : `near ${codes}` }],
  ]
}
