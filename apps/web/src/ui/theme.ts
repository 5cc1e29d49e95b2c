import { createTheme, type ThemeOptions } from '@mui/material/styles'
import inter from './fonts/inter-latin-wght-normal.woff2?url'
import tokens from './tokens.json'

type Role = keyof (typeof tokens)['colorSchemes']['light']['palette']['roles']

/** A colour by its role (design tokens), as the CSS variable that follows the theme. */
export const colour = (role: Role) => `var(--mui-palette-roles-${role})`

/** From here on there is room for a permanent menu; below it the phone's bars are shown. */
export const DESKTOP = '@media (min-width: 900px)'
export const REDUCED_MOTION = '@media (prefers-reduced-motion: reduce)'

export const SHADOW_FLOATING = '0 1px 2px rgba(11,23,29,.24), 0 2px 8px rgba(11,23,29,.16)'

const options: ThemeOptions = {
  // The tokens are written in the form createTheme takes; JSON widens their literal strings, which is all that is lost.
  ...(tokens as unknown as ThemeOptions),
  components: {
    MuiCssBaseline: {
      styleOverrides: {
        // "optional": a page that has begun to be read does not jump when the font arrives late.
        '@font-face': {
          fontFamily: 'Inter Variable',
          src: `url(${inter}) format("woff2")`,
          fontWeight: '100 900',
          fontDisplay: 'optional',
        },
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
    MuiSwitch: {
      styleOverrides: {
        root: { width: 56, height: 48, padding: '9px 2px' },
        track: { borderRadius: 15, opacity: '1 !important', background: colour('surfaceSunken'), border: `2px solid ${colour('outline')}` },
        thumb: { width: 18, height: 18, boxShadow: 'none', background: colour('outline') },
        switchBase: {
          padding: '15px 10px',
          '&.Mui-checked': { transform: 'translateX(18px)' },
          '&.Mui-checked + .MuiSwitch-track': { background: colour('primary'), borderColor: colour('primary') },
          '&.Mui-checked .MuiSwitch-thumb': { background: colour('onPrimary') },
          // The ring of keyboard focus goes around the switch as a whole, not the invisible input.
          '&.Mui-focusVisible + .MuiSwitch-track': { outline: `3px solid ${colour('focus')}`, outlineOffset: 2 },
        },
      },
    },
    MuiIconButton: { styleOverrides: { root: { width: 48, height: 48, color: 'inherit' } } },
  },
}

export const theme = createTheme(options)
