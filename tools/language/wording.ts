/** The patterns of patterns.ts as textlint rules, over Markdown. Code, link addresses and quoted HTML aren't checked. */
import { createRequire } from 'node:module'
import { TextlintKernel, type TextlintPluginCreator, type TextlintRuleModule } from '@textlint/kernel'
import { ALLOWED_SENTENCES } from './allowed-sentences.ts'
import { PATTERNS, type Pattern } from './patterns.ts'
import type { Text } from './texts.ts'

export type Finding = { file: string; line: number; corpus: Text['corpus']; name: string; found: string; instead: string }

type Child = { type: string; range: readonly [number, number]; children?: Child[]; url?: string }

const UNREAD = new Set(['Code', 'Html', 'Image'])

function prose(source: string, node: Child): string {
  const blank = (text: string, from: number, to: number) => text.slice(0, from) + ' '.repeat(to - from) + text.slice(to)
  let text = source
  const offset = node.range[0]
  const see = (child: Child) => {
    const [from, to] = [child.range[0] - offset, child.range[1] - offset]
    if (UNREAD.has(child.type)) text = blank(text, from, to)
    if (child.type === 'Link') {
      const target = text.indexOf('](', from)
      if (target !== -1 && target < to) text = blank(text, target, to)
    }
    child.children?.forEach(see)
  }
  node.children?.forEach(see)
  return text.replaceAll('\n', ' ')
}

const isAllowed = (text: string, at: number) =>
  ALLOWED_SENTENCES.some((sentence) => {
    const start = text.indexOf(sentence)
    return start !== -1 && at >= start && at < start + sentence.length
  })

const ruleFor =
  ({ find, inTables }: Pattern): TextlintRuleModule =>
  ({ Syntax, RuleError, getSource, locator, report }) => {
    const check = (node: Parameters<typeof getSource>[0] & object) => {
      // Safe: textlint's nodes have these fields; its union of all types can't be read further.
      const text = prose(getSource(node), node as unknown as Child)
      for (const match of text.matchAll(new RegExp(find.source, `${find.flags}g`)))
        if (!isAllowed(text, match.index)) report(node, new RuleError(match[0], { padding: locator.at(match.index) }))
    }
    return { [Syntax.Paragraph]: check, [Syntax.Header]: check, ...(inTables !== false && { [Syntax.TableCell]: check }) }
  }

const require = createRequire(import.meta.url)
// Required because Node and vitest disagree about the default export of this CommonJS module.
const { default: markdown } = require('@textlint/textlint-plugin-markdown') as { default: TextlintPluginCreator }

const kernel = new TextlintKernel()
const OPTIONS = {
  ext: '.md',
  plugins: [{ pluginId: 'markdown', plugin: markdown }],
  rules: PATTERNS.map((pattern) => ({ ruleId: pattern.name, rule: ruleFor(pattern) })),
}

export async function checkWording({ corpus, file, line, text }: Text): Promise<Finding[]> {
  // Skips parsing for the many texts that match no pattern, because it would take longer than everything else.
  if (!PATTERNS.some(({ find }) => find.test(text.replaceAll('\n', ' ')))) return []
  const { messages } = await kernel.lintText(text, OPTIONS)
  return messages.map(({ ruleId, message, loc }) => ({
    file,
    line: line + loc.start.line - 1,
    corpus,
    name: ruleId,
    found: message,
    instead: PATTERNS.find(({ name }) => name === ruleId)?.instead ?? '',
  }))
}
