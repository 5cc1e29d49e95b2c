import type { CSSObject } from '@emotion/react'
import { DESKTOP_PX } from '#lib/breakpoint.ts'
import { colorSchemes, typography as textTokens } from './tokens.json'

type Role = keyof typeof colorSchemes.light.palette.roles

export const colour = (role: Role) => `var(--colour-${role})`

/** A transparent colour. */
export const mix = (role: Role, percent: number) => `color-mix(in srgb, ${colour(role)} ${percent}%, transparent)`

type Size = `${number}px`

/** Text in rem scales with the browser's text size setting. */
export const rem = (px: number) => `${px / 16}rem`

export const font = (style: `${number} ${Size}` | `${number} ${Size}/${Size | number}`) =>
  `${style.replace(/(\d+)px/g, (_, px) => rem(px))} ${textTokens.fontFamily}`

export const DESKTOP = `@media (min-width: ${DESKTOP_PX}px)` as const
/** Windows of this width or more have room for a third column. */
export const WIDE = '@media (min-width: 1200px)'
export const WITH_FOOT_BAR = 'html:has([data-foot-bar]) &'
export const WITH_FORM_BAR = 'html:has([data-foot-bar=form]) &'
export const REDUCED_MOTION = '@media (prefers-reduced-motion: reduce)'

export const SHADOW_FLOATING = '0 1px 2px rgba(11,23,29,.24), 0 2px 8px rgba(11,23,29,.16)'

const { fontFamily, ...textStyles } = textTokens

type TextStyle = CSSObject & { fontFamily: string }
/** Buttons and fields don't inherit the page's font, so each style names it. */
export const typography = Object.fromEntries(Object.entries(textStyles).map(([name, style]) => [name, { ...style, fontFamily }])) as Record<
  keyof typeof textStyles,
  TextStyle
>

const variables = (scheme: keyof typeof colorSchemes) => ({
  colorScheme: scheme,
  ...Object.fromEntries(Object.entries(colorSchemes[scheme].palette.roles).map(([role, value]) => [`--colour-${role}`, value])),
})

export const themeVariables: CSSObject = { ':root': variables('light'), '[data-theme=dark]': variables('dark') }

export const baseStyles: CSSObject = {
  html: {
    boxSizing: 'border-box',
    WebkitTextSizeAdjust: '100%',
    WebkitFontSmoothing: 'antialiased',
    MozOsxFontSmoothing: 'grayscale',
  },
  '*, *::before, *::after': { boxSizing: 'inherit' },
  'strong, b': { fontWeight: 700 },
  body: {
    ...typography.body1,
    margin: 0,
    overflowY: 'scroll',
    background: colour('bg'),
    color: colour('text'),
    '@media print': { background: '#fff' },
  },
  'h1, h2, h3, p, ul, ol': { margin: 0, padding: 0 },
  'ul, ol': { listStyle: 'none' },
  // The element names give this rule a higher specificity than MUI's own reset.
  ':focus-visible, :is(a, button, li, summary):focus-visible': { outline: `3px solid ${colour('focus')}`, outlineOffset: 2 },
}
