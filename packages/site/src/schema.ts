import * as z from 'zod/mini'

const Slug = z.string().check(z.regex(/^[a-z0-9-]+$/))
const Link = z.object({ title: z.string(), url: z.string().check(z.regex(/^(https:\/\/|mailto:|tel:)/)) })

/** The particulars of one trail network. Everything that differs from network to network stands here, nothing of it in code. */
export const Site = z.object({
  id: Slug,
  label: z.string().check(z.minLength(1)),
  subtitle: z.string(),
  /** True while the geometry is invented: every screen that shows it then says "Sample data – not for navigation". */
  sample: z.boolean(),
  timeZone: z.string(),
  networks: z.array(z.object({ id: Slug, name: z.string(), importName: z.string() })).check(z.minLength(1)),
  roleTitles: z.array(z.string()).check(z.minLength(5)),
  emergencyNumber: z.string().check(z.regex(/^[0-9]{2,6}$/)),
  statusAgeLimitHours: z.number().check(z.positive()),
  socialLinks: z.array(Link),
})
export type Site = z.infer<typeof Site>
