import { test } from '../helpers/e2e-test.ts'
import { takeAll } from './accessibility.ts'

// The browser's text size is 16 px by default.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'] }),
})

takeAll('large-text', 'none')
