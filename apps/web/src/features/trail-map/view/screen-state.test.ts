import { expect, test } from 'vitest'
import { changeScreen, NOTHING_OPEN, type ScreenState } from './screen-state.ts'

const AT = [148.2, -41.3] as const
const POST = { layer: 'emergency-markers', id: 'SH09' }
const phone = { isDesktop: false } as const
const desktop = { isDesktop: true } as const
const listed: ScreenState = { ...NOTHING_OPEN, panel: 'list' }

test('shows either a panel or a popup on a phone', () => {
  expect(changeScreen({ ...NOTHING_OPEN, held: AT }, { ...phone, type: 'panel', panel: 'layers' })).toEqual({
    ...NOTHING_OPEN,
    panel: 'layers',
  })
  expect(changeScreen(listed, { ...phone, type: 'feature', feature: POST })).toEqual(NOTHING_OPEN)
  expect(changeScreen(listed, { ...phone, type: 'held', at: AT })).toEqual({ ...NOTHING_OPEN, held: AT })
})

test('keeps a panel open beside a popup on a desktop', () => {
  expect(changeScreen(listed, { ...desktop, type: 'held', at: AT })).toEqual({ ...listed, held: AT })
  expect(changeScreen({ ...listed, held: AT }, { ...desktop, type: 'panel', panel: null })).toEqual({ ...NOTHING_OPEN, held: AT })
  expect(changeScreen(listed, { ...desktop, type: 'feature', feature: POST })).toEqual(listed)
})

test('replaces a pin with a choice of features, and the choice with the selected feature', () => {
  const offered = changeScreen({ ...NOTHING_OPEN, held: AT }, { ...phone, type: 'offered', features: [POST] })
  expect(offered).toEqual({ ...NOTHING_OPEN, offered: [POST] })
  expect(changeScreen(offered, { ...phone, type: 'feature', feature: null })).toEqual(NOTHING_OPEN)
})
