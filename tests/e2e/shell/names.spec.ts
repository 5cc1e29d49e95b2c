import { about, addAction } from '../helpers/actions.ts'
import { expect, PHONE, test } from '../helpers/e2e-test.ts'
import { logIn } from '../helpers/people.ts'

/** VoiceOver and TalkBack read these names, in this order. */
test('UX-NAMES screen readers announce the specified names on Emergency, home, a trail’s page and My Actions', { tag: '@core' }, async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await page.goto('/m/SH09')
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - heading "post SH09" [level=1]
    - main:
      - heading "Tell 000" [level=2]
      - list:
        - listitem: Ambulance, police or fire?
        - listitem: Mountain bike trail Old Salty Dog, St Helens network
        - listitem: Emergency post SH09 Sierra Hotel Zero Nine
        - listitem: What happened, how many are hurt
        - listitem: /^Way in/
    - region "Call":
      - link "Call 000"
  `)

  await page.goto('/')
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - main:
      - region "Trails Information":
        - heading "Trails Information" [level=2]
        - list:
          - listitem:
            - link /^Bay of Fires Partially Open/
          - listitem:
            - link /^St Helens Open/
          - listitem:
            - link /^Dreaming Pools Closed/
      - navigation "Quick Links":
        - link "Emergency Info"
        - link "Report A Problem"
    - navigation "Main":
      - link "Home"
      - link "Map"
      - link "Trails"
      - link "Report"
      - link "Emergency"
  `)

  await page.goto('/trails/bay-of-fires')
  await expect(page.getByRole('img', { name: 'Map of Bay of Fires' })).toBeVisible()
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - heading "Bay of Fires" [level=1]
    - main:
      - paragraph: Green, easy · Adventure · Bay of Fires
      - text: Partially Open
      - term: Length
      - definition: 42.2 km
      - term: Descent
      - term: Ride time
      - region "Description"
      - region "Map":
        - img "Map of Bay of Fires"
        - link "Open map"
      - region "Shortcuts":
        - button "Follow"
        - link "Directions"
        - link "Report"
        - link "Offline"
      - region "Elevation":
        - img /^Elevation from \\d+ m at the start to \\d+ m at the finish/
      - region "Problems":
        - heading "Problems" [level=2]
      - region "Emergency posts":
        - group:
          - heading "44 emergency posts" [level=2]
      - region "For operators"
  `)

  await logIn(page, 'member')
  const description = about('Loose plank')
  await addAction(page, description)
  await page.goto('/actions/mine')
  const card = page.getByRole('region', { name: /^Open \d+$/ }).getByRole('link', { name: new RegExp(`^${description}`) })
  await expect(card).toHaveAccessibleName(/ Action \d{4} Step 1 of 4: Received (Just now|\d+ min ago)/)
  await expect(page.getByRole('main').getByRole('link', { name: 'Add an Action' })).toBeVisible()
})
