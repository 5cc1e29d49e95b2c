import type { Feature, Hooks } from './feature.ts'

/** `features` may still be empty, because each call reads the list again. */
export const createHooks = (features: readonly Feature[]): Hooks => ({
  async announce(...news) {
    for (const { onNews } of features) await onNews?.(...news)
  },
  async actionChanged(...change) {
    for (const { onActionChanged } of features) await onActionChanged?.(...change)
  },
  async forgetPerson(...person) {
    for (const { forgetPerson } of features) await forgetPerson?.(...person)
  },
  isSeenBy(name, reader) {
    const kind = features.map(({ recordKinds }) => recordKinds?.[name]).find(Boolean)
    if (!kind) throw new Error(`There is no record kind ${name}.`)
    return kind.isSeenBy(reader)
  },
  async reapply(tx, change) {
    for (const { reapply } of features) await reapply?.[change.kind]?.(tx, change)
  },
  async restored() {
    for (const { onRestored } of features) await onRestored?.()
  },
  // If no feature identifies people or programs, nobody is logged in and no key is valid.
  identifyPerson: async (request) => (await features.find((one) => one.identifyPerson)?.identifyPerson?.(request)) ?? null,
  identifyProgram: async (key, scope) =>
    (await features.find((one) => one.identifyProgram)?.identifyProgram?.(key, scope)) ?? { refusal: 'wrong-key' },
})
