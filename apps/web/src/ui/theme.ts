import { createTheme, type ThemeOptions } from '@mui/material/styles'
import { DESKTOP_PX } from '#lib/breakpoint.ts'
import tokens from './tokens.json'

type Role = keyof (typeof tokens)['colorSchemes']['light']['palette']['roles']

/** A colour by its role (design tokens), as the CSS variable that follows the theme. */
export const colour = (role: Role) => `var(--mui-palette-roles-${role})`

type Size = `${number}px`

/** Weight, size and line height in the app's typeface: `font('500 14px/20px')`. */
export const font = (style: `${number} ${Size}` | `${number} ${Size}/${Size | number}`) => `${style} ${tokens.typography.fontFamily}`

export const DESKTOP = `@media (min-width: ${DESKTOP_PX}px)` as const
/** From here on there is room for a third column. */
export const WIDE = '@media (min-width: 1200px)'
/** While a form or a record has a bar of its own at the bottom (`ui/foot-bar.tsx`). */
export const WITH_FOOT_BAR = 'html:has([data-foot-bar]) &'
/** While that bar is there on a desktop too. */
export const WITH_FORM_BAR = 'html:has([data-foot-bar=form]) &'
export const REDUCED_MOTION = '@media (prefers-reduced-motion: reduce)'

export const SHADOW_FLOATING = '0 1px 2px rgba(11,23,29,.24), 0 2px 8px rgba(11,23,29,.16)'

const options: ThemeOptions = {
  // The tokens are written in the form createTheme takes; JSON widens their literal strings, which is all that is lost.
  ...(tokens as unknown as ThemeOptions),
  components: {
    MuiCssBaseline: {
      styleOverrides: {
        body: { overflowY: 'scroll', WebkitTextSizeAdjust: '100%' },
        'h1, h2, h3, p, ul, ol': { margin: 0, padding: 0 },
        'ul, ol': { listStyle: 'none' },
        ':focus-visible': { outline: `3px solid ${colour('focus')}`, outlineOffset: 2 },
      },
    },
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: {
          minHeight: 48,
          padding: '0 20px',
          gap: 10,
          whiteSpace: 'nowrap',
          '&.Mui-disabled': { backgroundColor: colour('surfaceSunken'), color: colour('text3'), borderColor: 'transparent' },
          variants: [
            {
              props: { variant: 'outlined' },
              style: { border: `1.5px solid ${colour('outline')}`, color: colour('link'), backgroundColor: colour('surface') },
            },
            { props: { variant: 'text' }, style: { color: colour('link'), padding: '0 12px' } },
          ],
        },
      },
    },
    // Height is shown by shadows and lines: MUI would also lighten every dialog and menu of the dark theme.
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiIconButton: { styleOverrides: { root: { width: 48, height: 48, color: 'inherit' } } },
  },
}

export const theme = createTheme(options)

/**
 * Parts of MUI that the app does without. Their variables are not sent: half of the theme's bytes, which home carries before its first
 * word.
 */
export const UNUSED_PARTS = [
  'Alert',
  'Avatar',
  'Chip',
  'FilledInput',
  'Skeleton',
  'Slider',
  'SnackbarContent',
  'SpeedDialAction',
  'StepConnector',
  'StepContent',
  'Switch',
  'TableCell',
  'Tooltip',
]
const unused = new RegExp(`^--mui-(overlays|palette-(grey|${UNUSED_PARTS.join('|')})-)`)

/**
 * The theme's CSS variables, as styles that must stand before everything that uses them. (MUI's provider calls the same function; its
 * types keep it to itself.)
 */
export const themeVariables = (theme as typeof theme & { generateStyleSheets(): Record<string, object>[] })
  .generateStyleSheets()
  .map((sheet) =>
    Object.fromEntries(
      Object.entries(sheet).map(([selector, variables]) => [
        selector,
        Object.fromEntries(Object.entries(variables).filter(([name]) => !unused.test(name))),
      ]),
    ),
  )
