import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildTrailIndex } from '../geo/trail-reference.ts'
import { type LonLat, planeAt } from '../geo/trail-reference-geometry.ts'
import { betterFix, callScript, callScriptAtMarker, type Fix, fixAge, reachText, sentenceText, whereabouts } from './emergency.ts'
import { helpCardText, smsLink } from './help-card.ts'
import { codeSeries, findByCode, isBeginning, noSuchPost, spokenCode } from './post-code.ts'

const ORIGIN: LonLat = [148.2, -41.35]
const at = (eastM: number, northM: number): LonLat => planeAt(ORIGIN).toLonLat(eastM, northM)
const access = { name: 'Tin Creek Rd', vehicle: 'Direct access', majorRoad: 'Coast Road' }
const aMarker = (code: string, position: LonLat) => ({ code, position, readings: {}, area: 'St Helens', access })

const ridge = { id: 'ridge', name: 'Ridge', lines: [[at(0, 0), at(4000, 0)]] }
const markers = [aMarker('SH05', at(500, 0)), aMarker('SH06', at(1500, 0)), aMarker('SH07', at(2500, 0))]
const index = buildTrailIndex({ trails: [ridge], markers, accessPoints: [], landingZones: [] })
const aFix = (position: LonLat, accuracyM: number | null = 6, at = 0): Fix => ({ position, accuracyM, at })
const scriptAt = (fix: Fix) => callScript(whereabouts(index, fix, fix.at)).map(sentenceText)
const codesOf = (fix: Fix) => whereabouts(index, fix, fix.at).candidates.map(({ item }) => item.code)

test('E1 codes as they are read out', () => {
  expect(spokenCode('BF17')).toBe('Bravo Foxtrot One Seven')
  expect(spokenCode('BT/BF02')).toBe('Bravo Tango Slash Bravo Foxtrot Zero Two')
  expect(spokenCode('xz90')).toBe('X-ray Zulu Nine Zero')
})

test('E2 a code however it is typed, and never a similar one', () => {
  const posts = ['BF07', 'BF17', 'BT/BF02', 'BF70'].map((code) => ({ code }))
  for (const typed of ['BF17', 'bf17', 'bf 17', ' Bf-17 ', 'bf017']) expect(findByCode(posts, typed)?.code, typed).toBe('BF17')
  for (const typed of ['bf7', 'BF 07']) expect(findByCode(posts, typed)?.code, typed).toBe('BF07')
  for (const typed of ['bt/bf2', 'BTBF02']) expect(findByCode(posts, typed)?.code, typed).toBe('BT/BF02')
  for (const typed of ['', 'BF', '17', 'BF1', 'BF171', 'BF71']) expect(findByCode(posts, typed), typed).toBeNull()
  expect(findByCode([{ code: 'A1' }, { code: 'A01' }], 'A1')).toBeNull()
})

test('E4 a poor fix says no distance from a post and names all that may be the nearest', () => {
  expect(scriptAt(aFix(at(710, 0), 30))[2]).toBe('Emergency post SH05, I am 200 m past it, towards SH06')
  expect(scriptAt(aFix(at(710, 0), 31))[2]).toBe('Near emergency post SH05')
  expect(scriptAt(aFix(at(710, 0), 800)).slice(2)).toEqual([
    'Nearest emergency post may be SH05, SH06 or SH07',
    'What happened, how many are hurt',
    'Position latitude minus 41.35000, longitude 148.20851',
  ])
  expect(whereabouts(index, aFix(at(505, 0), null), 0)).toMatchObject({ isPoor: true, isExact: false, isAtMarker: false, place: null })
  const many = Array.from({ length: 12 }, (_, i) => aMarker(`M${i}`, at(i * 100, 0)))
  const crowded = buildTrailIndex({ trails: [ridge], markers: many, accessPoints: [], landingZones: [] })
  expect(whereabouts(crowded, aFix(at(0, 0), 2000), 0).candidates).toHaveLength(5)
})

test('E5 the age of a fix, and which of two is kept', () => {
  expect(fixAge(aFix(ORIGIN, 5, 0), 60_000)).toEqual({ ageS: 60, isOld: false })
  expect(fixAge(aFix(ORIGIN, 5, 0), 61_000)).toEqual({ ageS: 61, isOld: true })
  // A clock that was set back makes nothing younger than now.
  expect(fixAge(aFix(ORIGIN, 5, 9000), 0)).toEqual({ ageS: 0, isOld: false })
  const good = aFix(ORIGIN, 5, 0)
  expect(betterFix(null, good)).toBe(good)
  expect(betterFix(good, aFix(ORIGIN, 50, 19_000))).toBe(good)
  expect(betterFix(good, aFix(ORIGIN, 50, 20_000))).not.toBe(good)
  expect(betterFix(good, aFix(ORIGIN, 4, 1000))).not.toBe(good)
  expect(betterFix(good, aFix(ORIGIN, null, 1000))).toBe(good)
})

test('E6 two posts within 20 % are both named', () => {
  expect(codesOf(aFix(at(990, 0)))).toEqual(['SH05', 'SH06'])
  expect(scriptAt(aFix(at(990, 0)))[2]).toBe('Between emergency posts SH05 and SH06, 500 m after SH05')
  // 460 and 540 m: 17 % more. 450 and 550: 22 %.
  expect(codesOf(aFix(at(960, 0)))).toEqual(['SH05', 'SH06'])
  expect(codesOf(aFix(at(950, 0)))).toEqual(['SH05'])
})

test('E7 off the network the coordinates come first', () => {
  expect(whereabouts(index, aFix(at(1500, 1990)), 0).isOffNetwork).toBe(false)
  expect(whereabouts(index, aFix(at(1500, 2010)), 0).isOffNetwork).toBe(true)
  expect(scriptAt(aFix(at(1500, 9000)))).toEqual([
    'Ambulance, police or fire?',
    'Not near an emergency post. Position latitude minus 41.26906, longitude 148.21797',
    'What happened, how many are hurt',
  ])
  // On a trail without posts one is on the network.
  const bare = buildTrailIndex({ trails: [ridge], markers: [], accessPoints: [], landingZones: [] })
  expect(whereabouts(bare, aFix(at(100, 0)), 0)).toMatchObject({ isOffNetwork: false, candidates: [], isExact: false })
  expect(callScript(whereabouts(bare, aFix(at(100, 0)), 0)).map(sentenceText)[1]).toMatch(/^Not near an emergency post\. Position/)
})

test('E8 what to tell', () => {
  expect(scriptAt(aFix(at(710, 3)))).toEqual([
    'Ambulance, police or fire?',
    'Mountain bike trail: Ridge',
    'Emergency post SH05, I am 200 m past it, towards SH06',
    'What happened, how many are hurt',
    'Way in: Tin Creek Rd off Coast Road, vehicles reach the post',
  ])
  expect(scriptAt(aFix(at(505, 5)))[2]).toBe('Emergency post SH05, I am at it')
  expect(scriptAt(aFix(at(1300, 3)))[2]).toBe('Emergency post SH06, I am 200 m from it, towards SH05')
  // No post farther on: the compass says which way.
  expect(scriptAt(aFix(at(2900, 3)))[2]).toBe('Emergency post SH07, I am 400 m east of it')
  // Off the trail the post's area is told instead of a trail, and the straight line.
  expect(scriptAt(aFix(at(500, 210))).slice(1, 3)).toEqual([
    'Mountain bike trail: St Helens',
    'Emergency post SH05, I am 210 m north of it',
  ])
  const unsurveyed = { ...aMarker('BT17', ORIGIN), access: { name: null, vehicle: null, majorRoad: null } }
  expect(callScriptAtMarker(unsurveyed).map(sentenceText).at(-1)).toBe('Way in: unknown')
  const noVehicle = { ...aMarker('BT18', ORIGIN), access: { ...access, vehicle: null } }
  expect(callScriptAtMarker(noVehicle).map(sentenceText).at(-1)).toBe('Way in: Tin Creek Rd off Coast Road, vehicles unknown')
  expect(whereabouts(index, aFix(at(710, 3)), 0).wayToMarker).toMatchObject({ direction: 'up' })
  expect(whereabouts(index, aFix(at(1400, 3)), 0).wayToMarker).toMatchObject({ direction: 'down' })
})

test('E8 UX-1.8 how near a vehicle gets, in words that need no legend; unknown words as delivered', () => {
  expect(
    ['Direct access', 'No access past Rd x Trail', 'Limited (within 500m of EM) 2WD', 'Limited (within 100m of EM) 4WD only'].map(
      reachText,
    ),
  ).toEqual(['vehicles reach the post', 'no vehicles past the road crossing', '2WD to within 500 m', '4WD to within 100 m'])
  expect(reachText('Limited (within 100m of EM)')).toBe('vehicles to within 100 m')
  expect(reachText('Quad bike only')).toBe('Quad bike only')
})

test('E15 UX-1.1 posts by the signs before their number, and why a code finds none', () => {
  const codes = ['SH02', 'SH01', 'BF01', 'BF02', 'BF42', 'BT/BF02', 'BT03', 'GATE']
  const posts = codes.map((code) => ({ code, area: code === 'GATE' ? null : code.startsWith('BT') ? 'Blue Tier' : code.slice(0, 2) }))
  expect(codeSeries(posts)).toEqual([
    { prefix: 'BF', area: 'BF', digits: 2, first: 'BF01', last: 'BF42' },
    { prefix: 'BT', area: 'Blue Tier', digits: 2, first: 'BT03', last: 'BT03' },
    { prefix: 'BT/BF', area: 'Blue Tier', digits: 2, first: 'BT/BF02', last: 'BT/BF02' },
    { prefix: 'GATE', area: null, digits: 0, first: 'GATE', last: 'GATE' },
    { prefix: 'SH', area: 'SH', digits: 2, first: 'SH01', last: 'SH02' },
  ])
  expect(noSuchPost(posts, 'bf 77')).toBe('There is no BF77. Codes go from BF01 to BF42.')
  expect(noSuchPost(posts, 'BF0')).toBe('There is no BF00. Codes go from BF01 to BF42.')
  // It may stand on the trail and be missing in the data: nobody is told that it does not exist.
  expect(noSuchPost(posts, 'BF20')).toBe('BF20 is not in our list. Read it out as it stands on the post.')
  expect(noSuchPost(posts, 'zz9')).toBe('There is no ZZ9. Codes begin with BF, BT, BT/BF, GATE or SH.')
  expect(noSuchPost([], 'BF17')).toBe('There is no BF17.')
  expect(['', 'b', 'bf', 'BF 4', 'bf04'].map((typed) => isBeginning(posts, typed))).toEqual([true, true, true, true, false])
})

test('E13 the card has its lines, whatever was typed', () => {
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
