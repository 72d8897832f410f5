import { completenessOf, type LogAndFolder } from '../../adapters/projector/log-holds.js'

/** What to say of a log that no longer holds all that was seen in it; undefined of any other. */
export const lostRemark = async (place: LogAndFolder): Promise<string | undefined> =>
  (await completenessOf(place)).witnesses.some(({ says }) => says === 'gone')
    ? `The log of this session does not hold all that was seen of it; yoi verify ${place.session} says more.`
    : undefined
