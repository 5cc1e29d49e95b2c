import { test } from './fixtures.ts'

test('EMG-R1 EMG-R2 EMG-R4 Emergency qualifies a location accurate to 5 km, 350 m or 8 m, and questions a code 24 km away', async ({
  person,
}) => {
  await person.visitStarted('/')
  await person.see({ role: 'region', name: 'Trails Information', text: 'Partially Open' })
  // The location is 60 m past SH09 on Old Salty Dog.
  await person.evaluate(() => {
    navigator.geolocation.watchPosition = (found) => {
      const give = (accuracy: number) =>
        found({ coords: { latitude: -41.37354, longitude: 148.2312, accuracy }, timestamp: Date.now() } as GeolocationPosition)
      addEventListener('fix', (event) => give((event as CustomEvent<number>).detail))
      give(5000)
      return 1
    }
  })
  const measure = (accuracy: number) => person.evaluate((detail) => dispatchEvent(new CustomEvent('fix', { detail })), accuracy)
  await person.click({ role: 'link', name: 'Emergency', within: { role: 'navigation', name: 'Main', exact: true } })
  const within = { role: 'dialog', name: 'Emergency' }
  const seeSentence = (text: string) => person.see({ role: 'listitem', text, within })
  await person.see({ text: 'Position only accurate to 5 km', within })
  await seeSentence('Mountain bike trails near St Helens, Tasmania')
  await seeSentence('No post found yet. Position about -41.37, 148.23, only accurate to 5 km')
  await measure(350)
  await seeSentence('Mountain bike trails, St Helens network. Probably on Old Salty Dog')
  await seeSentence('No post found yet. Position -41.374, 148.231, only accurate to 350 m')
  await person.see({ text: 'It should be SH09, somewhere within 450 m of you.', within })
  await measure(8)
  await seeSentence('Mountain bike trail Old Salty Dog, St Helens network')
  await seeSentence('I am 60 m past it, towards SH10')
  await person.see({ text: 'SH09 is 60 m back up the trail', within })

  await person.click({ role: 'button', name: 'At another post? Enter its code', within })
  for (const name of ['BF Bay of Fires', '1', '7']) await person.click({ role: 'button', name, exact: true, within })
  await person.see({ role: 'heading', name: 'BF17 is 24 km from this phone', within })
  await seeSentence('My phone is near post SH09, trail Old Salty Dog, St Helens network')
  await seeSentence('I entered the code of post BF17, 24 km away, Bay of Fires network')
  await person.see({ role: 'link', name: 'Call 000', within })
  await person.click({ role: 'button', name: 'I’m calling for someone at BF17', within })
  await seeSentence('I’m calling from somewhere else, near SH09')
})
