import { createTheme, type ThemeOptions } from '@mui/material/styles'
import { DESKTOP_PX } from '#lib/breakpoint.ts'
import tokens from './tokens.json'

type Role = keyof (typeof tokens)['colorSchemes']['light']['palette']['roles']

export const colour = (role: Role) => `var(--mui-palette-roles-${role})`

type Size = `${number}px`

/** Text in rem scales with the browser's text size setting. */
export const rem = (px: number) => `${px / 16}rem`

export const font = (style: `${number} ${Size}` | `${number} ${Size}/${Size | number}`) =>
  `${style.replace(/(\d+)px/g, (_, px) => rem(px))} ${tokens.typography.fontFamily}`

export const DESKTOP = `@media (min-width: ${DESKTOP_PX}px)` as const
/** Windows of this width or more have room for a third column. */
export const WIDE = '@media (min-width: 1200px)'
export const WITH_FOOT_BAR = 'html:has([data-foot-bar]) &'
export const WITH_FORM_BAR = 'html:has([data-foot-bar=form]) &'
export const REDUCED_MOTION = '@media (prefers-reduced-motion: reduce)'

export const SHADOW_FLOATING = '0 1px 2px rgba(11,23,29,.24), 0 2px 8px rgba(11,23,29,.16)'

const options: ThemeOptions = {
  // The cast is safe because the tokens have the format that `createTheme` expects. JSON only widens their literal strings.
  ...(tokens as unknown as ThemeOptions),
  components: {
    MuiCssBaseline: {
      styleOverrides: {
        body: { overflowY: 'scroll', WebkitTextSizeAdjust: '100%' },
        'h1, h2, h3, p, ul, ol': { margin: 0, padding: 0 },
        'ul, ol': { listStyle: 'none' },
        // The element names give this rule a higher specificity than MUI's own reset.
        ':focus-visible, :is(a, button, li, summary):focus-visible': { outline: `3px solid ${colour('focus')}`, outlineOffset: 2 },
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
    // Shadows and lines show elevation. By default, MUI would also lighten every dialog and menu in the dark theme.
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiIconButton: { styleOverrides: { root: { width: 48, height: 48, color: 'inherit' } } },
  },
}

export const theme = createTheme(options)

/** The theme variables of these components make up half of the theme's bytes, which are part of home's first download. */
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

/** The variables must come before everything that uses them. MUI's provider calls the same function, but its types don't expose it. */
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
