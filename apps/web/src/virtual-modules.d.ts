/** vite.config.ts generates this module from the design tokens. */
declare module 'virtual:design-tokens.css'
