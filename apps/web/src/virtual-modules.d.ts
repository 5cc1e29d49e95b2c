/** Made by vite.config.ts from the design tokens. */
declare module 'virtual:design-tokens.css'
