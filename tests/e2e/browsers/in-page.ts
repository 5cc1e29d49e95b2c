/** The test sends the functions to the page as source code, so they can't use anything defined outside them. */

/** A person identifies an element by its role and name, its label, or its text. Hidden elements don't match. */
export type What = { role?: string; name?: string; label?: string; text?: string; exact?: boolean; within?: What }

/** Only the roles and names that these tests need are supported. */
export function locate(what: What): HTMLElement | null {
  const SELECTORS: Record<string, string> = {
    alert: '[role=alert]',
    button: 'button, [role=button]',
    dialog: 'dialog[open], [role=dialog]',
    heading: 'h1, h2, h3, h4, h5, h6',
    img: 'img, svg[role=img], [role=img]',
    link: 'a[href]',
    listitem: 'li, [role=listitem]',
    main: 'main',
    navigation: 'nav',
    radio: 'input[type=radio], [role=radio]',
    region: 'section, [role=region]',
    status: '[role=status], output',
  }
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (one: HTMLElement) => {
    // Browsers ignore references to elements that don't exist. MUI writes such a reference for each dialog without a heading.
    const named = (one.getAttribute('aria-labelledby') ?? '').split(' ').flatMap((id) => document.getElementById(id) ?? [])
    const labels = 'labels' in one ? [...((one as HTMLInputElement).labels ?? [])] : []
    if (named.length > 0) return named.map(({ textContent }) => textContent).join(' ')
    if (one.hasAttribute('aria-label')) return one.getAttribute('aria-label')
    if (labels.length > 0) return labels.map(({ textContent }) => textContent).join(' ')
    return one.getAttribute('alt') ?? one.textContent
  }
  // The visible element for a radio may be its label, and for a file input a button.
  const isSeen = (one: HTMLElement) => {
    if (one.closest('[inert], [hidden]')) return false
    const drawn = one.matches('input[type=radio], input[type=file]') ? one.closest('label, section, form, main') : one
    return drawn !== null && drawn.getClientRects().length > 0 && getComputedStyle(drawn).visibility !== 'hidden'
  }
  const find = ({ role, name, label, text, exact = false, within }: What): HTMLElement | null => {
    const fits = (found: string | null | undefined, wanted: string) =>
      exact ? tidy(found) === wanted : tidy(found).toLowerCase().includes(wanted.toLowerCase())
    const root = within ? find(within) : document.body
    if (!root) return null
    const all = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)].filter(isSeen)
    if (role)
      return (
        all(SELECTORS[role] ?? `[role=${role}]`).find(
          (one) => (name === undefined || fits(nameOf(one), name)) && (!text || tidy(one.textContent).includes(text)),
        ) ?? null
      )
    if (label) return all('input, textarea, select').find((one) => fits(nameOf(one), label)) ?? null
    const holding = all('*').filter((one) => !one.matches('script, style, noscript') && fits(one.textContent, text ?? ''))
    return holding.find((one) => !holding.some((other) => other !== one && one.contains(other))) ?? null
  }
  return find(what)
}

export function pointOf(one: HTMLElement): [number, number] | null {
  if (one.matches(':disabled, [aria-disabled=true]')) return null
  const target = one.matches('input[type=radio]') ? (one.closest('label') ?? one) : one
  target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const { left, top, width, height } = target.getBoundingClientRect()
  const point: [number, number] = [Math.round(left + width / 2), Math.round(top + height / 2)]
  const hit = document.elementFromPoint(...point)
  return hit && (target.contains(hit) || hit.contains(target)) ? point : null
}
