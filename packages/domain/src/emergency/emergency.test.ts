import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Fix, fixAge, precisionOfFix } from '../geo/precision.ts'
import { buildTrailIndex } from '../geo/trail-reference.ts'
import { type LonLat, planeAt } from '../geo/trail-reference-geometry.ts'
import { callScriptForOther, callScriptOfBoth, farFromPhone, phonePlace, phonePost } from './contradiction.ts'
import {
  betterFix,
  callOpening,
  callOpeningAtMarker,
  callScript,
  callScriptAtMarker,
  postToLookFor,
  reachText,
  sentenceText,
  wayToPost,
  whereabouts,
} from './emergency.ts'
import { helpCardText, smsLink } from './help-card.ts'
import { codeSeries, findByCode, isBeginning, noSuchPost, spokenCode } from './post-code.ts'

const ORIGIN: LonLat = [148.2, -41.35]
const at = (eastM: number, northM: number): LonLat => planeAt(ORIGIN).toLonLat(eastM, northM)
const access = { name: 'Tin Creek Rd', vehicle: 'Direct access', majorRoad: 'Coast Road' }
const createMarker = (code: string, position: LonLat) => ({ code, position, readings: {}, area: 'St Helens', access })

const ridge = { id: 'ridge', name: 'Ridge', area: 'St Helens', lines: [[at(0, 0), at(4000, 0)]] }
const markers = [createMarker('SH05', at(500, 0)), createMarker('SH06', at(1500, 0)), createMarker('SH07', at(2500, 0))]
const placeNames = [{ name: 'St Helens', kind: 'town', at: at(3000, 3000), minZoom: 7 }]
const index = buildTrailIndex({ trails: [ridge], markers, accessPoints: [], landingZones: [], placeNames })
const site = {
  label: 'St Helens Trails',
  region: 'Tasmania',
  networks: [
    { id: 'st-helens', name: 'St Helens' },
    { id: 'fires', name: 'Bay of Fires' },
  ],
  areas: [
    { name: 'St Helens', networkId: 'st-helens' },
    { name: 'Bay of Fires', networkId: 'fires' },
  ],
}
const createFix = (position: LonLat, accuracyM: number | null = 6, at = 0): Fix => ({ position, accuracyM, at })
const scriptAt = (fix: Fix) => callScript(whereabouts(index, fix, fix.at), site).map(sentenceText)
const codesOf = (fix: Fix) => whereabouts(index, fix, fix.at).candidates.map(({ item }) => item.code)

test('E1 spells codes in the phonetic alphabet', () => {
  expect(spokenCode('BF17')).toBe('Bravo Foxtrot One Seven')
  expect(spokenCode('BT/BF02')).toBe('Bravo Tango Slash Bravo Foxtrot Zero Two')
  expect(spokenCode('xz90')).toBe('X-ray Zulu Nine Zero')
})

test('E2 finds a post however its code is typed, but never one with a similar code', () => {
  const posts = ['BF07', 'BF17', 'BT/BF02', 'BF70'].map((code) => ({ code }))
  for (const typed of ['BF17', 'bf17', 'bf 17', ' Bf-17 ', 'bf017']) expect(findByCode(posts, typed)?.code, typed).toBe('BF17')
  for (const typed of ['bf7', 'BF 07']) expect(findByCode(posts, typed)?.code, typed).toBe('BF07')
  for (const typed of ['bt/bf2', 'BTBF02']) expect(findByCode(posts, typed)?.code, typed).toBe('BT/BF02')
  for (const typed of ['', 'BF', '17', 'BF1', 'BF171', 'BF71']) expect(findByCode(posts, typed), typed).toBeNull()
  expect(findByCode([{ code: 'A1' }, { code: 'A01' }], 'A1')).toBeNull()
})

test('E4 EMG-R2 adapts the script to an accuracy of 30 m, 80 m, 350 m, 5 km or unknown', () => {
  expect(scriptAt(createFix(at(710, 0), 30)).slice(1, 3)).toEqual([
    'Mountain bike trail Ridge, St Helens network',
    'Nearest emergency post SH05. I am 210 m past it, towards SH06',
  ])
  expect(scriptAt(createFix(at(710, 0), 31))[2]).toBe('Near emergency post SH05, about 200 m away, only accurate to 31 m')
  expect(scriptAt(createFix(at(980, 0), 80))[2]).toBe('Near emergency post SH05 or SH06, look at the post, only accurate to 80 m')
  expect(scriptAt(createFix(at(710, 0), 350))).toEqual([
    'Ambulance, police or fire?',
    'Mountain bike trails, St Helens network. Probably on Ridge',
    'No post found yet. Position -41.350, 148.209, only accurate to 350 m',
    'What happened, how many are hurt',
  ])
  expect(scriptAt(createFix(at(710, 0), 5000))).toEqual([
    'Ambulance, police or fire?',
    'Mountain bike trails near St Helens, Tasmania',
    'No post found yet. Position about -41.35, 148.21, only accurate to 5 km',
    'What happened, how many are hurt',
  ])
  expect(scriptAt(createFix(at(710, 0), null)).slice(1, 3)).toEqual([
    'Mountain bike trails, St Helens network',
    'No post found yet. Position -41.350, 148.209, accuracy not known',
  ])
  // With such poor accuracy, no town is certain to be near.
  expect(scriptAt(createFix(at(710, 0), 29_000))[1]).toBe('Mountain bike trails of St Helens Trails')
})

test('E4 EMG-R2 names up to three possible posts for a rough position, and states the distance to search within', () => {
  const postAt = (fix: Fix) => postToLookFor(whereabouts(index, fix, fix.at))
  expect(postAt(createFix(at(560, 0), 350))).toEqual({ codes: 'SH05', within: 'within 450 m' })
  expect(postAt(createFix(at(990, 0), 350))).toEqual({ codes: 'SH05 or SH06', within: 'within 900 m' })
  expect(postAt(createFix(at(560, 0), 30))).toBeNull()
  expect(postAt(createFix(at(560, 0), 5000))).toBeNull()
  expect(postAt(createFix(at(560, 0), null))).toBeNull()
  const many = Array.from({ length: 12 }, (_, i) => createMarker(`M${i}`, at(i * 100, 0)))
  const crowded = buildTrailIndex({ trails: [ridge], markers: many, accessPoints: [], landingZones: [] })
  expect(whereabouts(crowded, createFix(at(500, 0), 350), 0).candidates).toEqual([])
})

test('E4 EMG-R2 claims no more in the opening sentence of a call than in the script', () => {
  const openingAt = (fix: Fix) => callOpening(whereabouts(index, fix, fix.at))
  expect(openingAt(createFix(at(710, 0), 8))).toBe('Ambulance. Ridge trail, near emergency post SH05.')
  expect(openingAt(createFix(at(710, 0), 350))).toBe('Ambulance. Position -41.350, 148.209, only accurate to 350 m.')
})

test('E5 EMG-R2 reports the age of a location fix, and chooses the better of two fixes', () => {
  expect(precisionOfFix(createFix(ORIGIN, 5, 0), 300_000).band).toBe('exact')
  expect(precisionOfFix(createFix(ORIGIN, 5, 0), 300_001)).toEqual({ band: 'rough', radiusM: null, decimals: 3 })
  // Age never makes a position more accurate.
  expect(precisionOfFix(createFix(ORIGIN, 5000, 0), 300_001)).toEqual({ band: 'lost', radiusM: null, decimals: 2 })
  expect(fixAge(createFix(ORIGIN, 5, 0), 60_000)).toEqual({ ageS: 60, isOld: false })
  expect(fixAge(createFix(ORIGIN, 5, 0), 61_000)).toEqual({ ageS: 61, isOld: true })
  // A fix from the future, after the clock was set back, counts as current.
  expect(fixAge(createFix(ORIGIN, 5, 9000), 0)).toEqual({ ageS: 0, isOld: false })
  const good = createFix(ORIGIN, 5, 0)
  expect(betterFix(null, good)).toBe(good)
  expect(betterFix(good, createFix(ORIGIN, 50, 19_000))).toBe(good)
  expect(betterFix(good, createFix(ORIGIN, 50, 20_000))).not.toBe(good)
  expect(betterFix(good, createFix(ORIGIN, 4, 1000))).not.toBe(good)
  expect(betterFix(good, createFix(ORIGIN, null, 1000))).toBe(good)
})

test('E6 names both posts if their distances differ by at most 20 %', () => {
  expect(codesOf(createFix(at(990, 0)))).toEqual(['SH05', 'SH06'])
  expect(scriptAt(createFix(at(990, 0)))[2]).toBe(
    'Nearest emergency post SH05 or SH06, look at the post. I am 490 m from SH05, towards SH06',
  )
  expect(scriptAt(createFix(at(990, 0))).at(-1)).toBe('Way in to SH05: Tin Creek Rd off Coast Road, vehicles reach the post')
  // 540 m is 17 % more than 460 m, which is within the tolerance of 20 %. 550 m is 22 % more than 450 m.
  expect(codesOf(createFix(at(960, 0)))).toEqual(['SH05', 'SH06'])
  expect(codesOf(createFix(at(950, 0)))).toEqual(['SH05'])
})

test('E7 gives the coordinates first when the person is off the network', () => {
  expect(whereabouts(index, createFix(at(1500, 1990)), 0).isOffNetwork).toBe(false)
  expect(whereabouts(index, createFix(at(1500, 2010)), 0).isOffNetwork).toBe(true)
  expect(whereabouts(index, createFix(at(1500, 2010), 30), 0).isOffNetwork).toBe(false)
  expect(scriptAt(createFix(at(1500, 9000), 350))[1]).toBe('Not near an emergency post. Position -41.269, 148.218, only accurate to 350 m')
  expect(scriptAt(createFix(at(1500, 9000)))).toEqual([
    'Ambulance, police or fire?',
    'Not near an emergency post. Position latitude minus 41.26906, longitude 148.21797',
    'What happened, how many are hurt',
  ])
  // A trail without posts still belongs to the network.
  const bare = buildTrailIndex({ trails: [ridge], markers: [], accessPoints: [], landingZones: [] })
  expect(whereabouts(bare, createFix(at(100, 0)), 0)).toMatchObject({ isOffNetwork: false, candidates: [] })
  expect(callScript(whereabouts(bare, createFix(at(100, 0)), 0), site).map(sentenceText)[2]).toMatch(
    /^Not near an emergency post\. Position/,
  )
})

test('E8 EMG-R4 tells the operator the service needed, the location, the nearest post and the way in', () => {
  expect(scriptAt(createFix(at(710, 3)))).toEqual([
    'Ambulance, police or fire?',
    'Mountain bike trail Ridge, St Helens network',
    'Nearest emergency post SH05. I am 210 m past it, towards SH06',
    'What happened, how many are hurt',
    'Way in: Tin Creek Rd off Coast Road, vehicles reach the post',
  ])
  expect(scriptAt(createFix(at(505, 5)))[2]).toBe('Nearest emergency post SH05. I am at it')
  expect(scriptAt(createFix(at(1300, 3)))[2]).toBe('Nearest emergency post SH06. I am 200 m from it, towards SH05')
  // Without a post farther on, the compass gives the direction.
  expect(scriptAt(createFix(at(2900, 3)))[2]).toBe('Nearest emergency post SH07. I am 400 m east of it')
  // Away from trails, the text names the network instead of a trail, and gives the straight-line distance.
  expect(scriptAt(createFix(at(500, 210))).slice(1, 3)).toEqual([
    'Mountain bike trails, St Helens network',
    'Nearest emergency post SH05. I am 210 m north of it',
  ])
  const scriptOf = (marker: typeof unsurveyed) => callScriptAtMarker(marker, [ridge], site).map(sentenceText)
  const unsurveyed = { ...createMarker('BT17', ORIGIN), access: { name: null, vehicle: null, majorRoad: null as string | null } }
  expect(scriptOf(unsurveyed).at(-1)).toBe('Way in: unknown')
  const noVehicle = { ...createMarker('BT18', ORIGIN), access: { name: null, vehicle: null, majorRoad: 'Coast Road' } }
  expect(scriptOf(noVehicle).at(-1)).toBe('Way in: Coast Road, vehicles unknown')
})

test('E19 EMG-R4 describes the way to a post along the trail or by compass, and omits uncertain directions', () => {
  const wayAt = (fix: Fix) => {
    const where = whereabouts(index, fix, fix.at)
    const [first] = where.candidates
    return first && wayToPost(where, first)
  }
  expect(wayAt(createFix(at(560, 3), 8))).toEqual({ text: 'SH05 is 60 m back up the trail', more: 'Towards the west' })
  expect(wayAt(createFix(at(1440, 3), 8))).toEqual({ text: 'SH06 is 60 m on down the trail', more: 'Towards the east' })
  expect(wayAt(createFix(at(500, 60), 8))).toEqual({ text: 'SH05 is 60 m to the south', more: null })
  expect(wayAt(createFix(at(505, 3), 8))).toEqual({ text: 'You are at SH05', more: null })
  // A direction is certain only beyond three times the accuracy radius. 60 m is less than three times 25 m.
  expect(wayAt(createFix(at(560, 3), 25))).toEqual({ text: 'SH05 is 60 m back up the trail', more: null })
  expect(wayAt(createFix(at(500, 60), 25))).toEqual({ text: 'SH05 is 60 m away', more: null })
  expect(wayAt(createFix(at(560, 3), 80))).toEqual({ text: 'SH05 is about 50 m away', more: null })
  expect(wayAt(createFix(at(800, 3), 80))).toEqual({ text: 'SH05 is about 300 m to the west', more: null })
  expect(wayAt(createFix(at(560, 3), 350))).toBeNull()
  // The circle contains both legs of a hairpin, and the post is at the bend, so the direction along the trail isn't certain.
  const hairpin = { id: 'hairpin', name: 'Hairpin', area: 'St Helens', lines: [[at(0, 0), at(1000, 0), at(1000, 14), at(0, 14)]] }
  const bend = buildTrailIndex({ trails: [hairpin], markers: [createMarker('SH20', at(1005, 7))], accessPoints: [], landingZones: [] })
  const where = whereabouts(bend, createFix(at(940, 2), 20), 0)
  expect(where.candidates.map((one) => wayToPost(where, one))).toEqual([{ text: 'SH20 is 70 m to the east', more: null }])
})

test('E20 EMG-R3 names the trail and the network, once if they have the same name, and all possible trails', () => {
  const bay = { id: 'bay', name: 'Bay of Fires', area: 'Bay of Fires', lines: [[at(0, 9000), at(4000, 9000)]] }
  const cross = { id: 'cross', name: 'Cross', area: 'St Helens', lines: [[at(700, -500), at(700, 500)]] }
  const post = { ...createMarker('BF17', at(1000, 9000)), area: 'Bay of Fires' }
  const corner = createMarker('SH30', at(710, 5))
  const all = buildTrailIndex({ trails: [ridge, bay, cross], markers: [...markers, post, corner], accessPoints: [], landingZones: [] })
  const scriptOf = (marker: typeof post) => callScriptAtMarker(marker, all.trailsOf(marker), site).map(sentenceText)[1]
  expect(scriptOf(post)).toBe('Mountain bike trail Bay of Fires')
  expect(scriptOf(markers[0] ?? post)).toBe('Mountain bike trail Ridge, St Helens network')
  expect(scriptOf(corner)).toBe('Mountain bike trails Ridge and Cross, St Helens network')
  expect(callScriptAtMarker(post, [], site).map(sentenceText)[1]).toBe('Mountain bike trails, Bay of Fires network')
  const openingOf = (marker: typeof post) => callOpeningAtMarker(marker, all.trailsOf(marker))
  expect(openingOf(post)).toBe('Ambulance. Bay of Fires trail, emergency post BF17.')
  expect(openingOf(markers[0] ?? post)).toBe(`Ambulance. Ridge trail, emergency post ${markers[0]?.code}.`)
  expect(openingOf(corner)).toBe('Ambulance. Ridge and Cross trails, emergency post SH30.')
  expect(callOpeningAtMarker(post, [])).toBe('Ambulance. Emergency post BF17.')
  const trailAt = (fix: Fix) => callScript(whereabouts(all, fix, 0), site).map(sentenceText)[1]
  expect(trailAt(createFix(at(760, 3), 8))).toBe('Mountain bike trail Ridge, St Helens network')
  expect(trailAt(createFix(at(710, 3), 8))).toBe('Mountain bike trail Ridge or Cross, St Helens network')
})

const farPost = { ...createMarker('BF17', at(0, 24_200)), area: 'Bay of Fires' }
const farFrom = (fix: Fix, post = farPost) => farFromPhone(fix, fix.at, post)

test('E17 EMG-R1 questions a code whose post is more than 500 m and three times the accuracy away, if the position is accurate to 1 km', () => {
  const postAt = (metres: number) => createMarker('SH77', at(0, metres))
  expect(farFrom(createFix(ORIGIN, 8))).toBe('24 km')
  expect(farFrom(createFix(ORIGIN, 8), postAt(499))).toBeNull()
  expect(farFrom(createFix(ORIGIN, 8), postAt(520))).toBe('500 m')
  expect(farFrom(createFix(ORIGIN, 350), postAt(1040))).toBeNull()
  expect(farFrom(createFix(ORIGIN, 350), postAt(1060))).toBe('at least 700 m')
  expect(farFrom(createFix(ORIGIN, 80))).toBe('about 24 km')
  expect(farFrom(createFix(ORIGIN, 1000))).toBe('at least 23 km')
  expect(farFrom(createFix(ORIGIN, 1001))).toBeNull()
  expect(farFrom(createFix(ORIGIN, null))).toBeNull()
  expect(farFromPhone(createFix(ORIGIN, 8), 300_001, farPost)).toBeNull()
})

test('E17 EMG-R1 gives both locations until the person chooses one', () => {
  const both = (fix: Fix) => {
    const where = whereabouts(index, fix, fix.at)
    const far = farFrom(fix)
    return {
      place: phonePlace(where),
      post: phonePost(where),
      script: far && callScriptOfBoth(where, farPost, far, site).map(sentenceText),
    }
  }
  expect(both(createFix(at(560, 3), 8))).toEqual({
    place: 'at SH05 on Ridge, accurate to 8 m',
    post: 'SH05',
    script: [
      'Ambulance, police or fire?',
      'My phone is near post SH05, trail Ridge, St Helens network',
      'I entered the code of post BF17, 24 km away, Bay of Fires network',
      'What happened, how many are hurt',
    ],
  })
  expect(both(createFix(at(1000, 3), 350))).toMatchObject({ place: 'near SH05 or SH06, only accurate to 350 m', post: null })
  expect(both(createFix(at(1000, 3), 350)).script?.slice(1, 3)).toEqual([
    'My phone is near post SH05 or SH06, only accurate to 350 m',
    'I entered the code of post BF17, at least 23 km away, Bay of Fires network',
  ])
  expect(both(createFix(at(0, -9000), 350))).toMatchObject({ place: 'at -41.431, 148.200, only accurate to 350 m', post: null })
})

test('E18 EMG-R1 adds the caller’s own location last when they call on behalf of someone else', () => {
  const script = (fix: Fix) => callScriptForOther(whereabouts(index, fix, 0), farPost, [], farFrom(fix) ?? '', site).map(sentenceText)
  expect(script(createFix(at(560, 3), 8)).slice(2)).toEqual([
    'Emergency post BF17',
    'What happened, how many are hurt',
    'Way in: Tin Creek Rd off Coast Road, vehicles reach the post',
    'I’m calling from somewhere else, near SH05',
  ])
  expect(script(createFix(at(0, -9000), 8)).at(-1)).toBe('I’m calling from somewhere else, 33 km away')
})

test('E8 UX-1.8 describes vehicle access in plain English, and shows unknown values unchanged', () => {
  expect(
    ['Direct access', 'No access past Rd x Trail', 'Limited (within 500m of EM) 2WD', 'Limited (within 100m of EM) 4WD only'].map(
      reachText,
    ),
  ).toEqual(['vehicles reach the post', 'no vehicles past the road crossing', '2WD to within 500 m', '4WD to within 100 m'])
  expect(reachText('Limited (within 100m of EM)')).toBe('vehicles to within 100 m')
  expect(reachText('Quad bike only')).toBe('Quad bike only')
})

test('E15 UX-1.1 groups posts by the prefix of their code, and explains why no post matches a code', () => {
  const codes = ['SH02', 'SH01', 'BF01', 'BF02', 'BF42', 'BT/BF02', 'BT03', 'GATE']
  const posts = codes.map((code) => ({ code, area: code === 'GATE' ? null : code.startsWith('BT') ? 'Blue Tier' : code.slice(0, 2) }))
  expect(codeSeries(posts)).toEqual([
    { prefix: 'BF', area: 'BF', digits: 2, first: 'BF01', last: 'BF42' },
    { prefix: 'BT', area: 'Blue Tier', digits: 2, first: 'BT03', last: 'BT03' },
    { prefix: 'BT/BF', area: 'Blue Tier', digits: 2, first: 'BT/BF02', last: 'BT/BF02' },
    { prefix: 'GATE', area: null, digits: 0, first: 'GATE', last: 'GATE' },
    { prefix: 'SH', area: 'SH', digits: 2, first: 'SH01', last: 'SH02' },
  ])
  expect(noSuchPost(posts, 'bf 77')).toBe('There is no post BF77. Codes go from BF01 to BF42.')
  expect(noSuchPost(posts, 'BF0')).toBe('There is no post BF00. Codes go from BF01 to BF42.')
  // A post that isn't in the data may still exist on the trail, so the text must not deny its existence.
  expect(noSuchPost(posts, 'BF20')).toBe('BF20 isn’t in our list. Read the code to the operator exactly as it appears on the post.')
  expect(noSuchPost(posts, 'zz9')).toBe('There is no post ZZ9. Codes begin with BF, BT, BT/BF, GATE or SH.')
  expect(noSuchPost([], 'BF17')).toBe('There is no post BF17.')
  expect(['', 'b', 'bf', 'BF 4', 'bf04'].map((typed) => isBeginning(posts, typed))).toEqual([true, true, true, true, false])
})

test('E13 prints every line of the card, whatever text was entered', () => {
  const card = { who: ' Robin\nHill ', what: '', howMany: '1', place: 'Marker BF17.  -41.17046, 148.12125', time: '15-Nov-26 10:24' }
  expect(helpCardText(card, '000')).toBe(
    [
      'EMERGENCY - call 000',
      'Who: Robin Hill',
      'What: not known',
      'How many hurt: 1',
      'Place: Marker BF17. -41.17046, 148.12125',
      'Time: 15-Nov-26 10:24',
    ].join('\n'),
  )
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (who, what, howMany, place) => {
      const text = helpCardText({ who, what, howMany, place, time: '' }, '000')
      expect(text.split('\n')).toHaveLength(6)
      expect(text.length).toBeLessThanOrEqual(800)
    }),
    { seed: 1 },
  )
  expect(smsLink('a & b\nc')).toBe('sms:?body=a%20%26%20b%0Ac')
})
