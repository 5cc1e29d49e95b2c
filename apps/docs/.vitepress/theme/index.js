// With the device's fonts: those of the default theme add 300 kB. Plain JavaScript, because the esbuild of VitePress doesn't know our target.
export { default } from 'vitepress/theme-without-fonts'
