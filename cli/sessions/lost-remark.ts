import { completenessOf, type LogAndFolder } from '../../adapters/projector/log-holds.js'

/** What to say of a log that no longer holds all that was seen in it; undefined of any other. */
export const lostRemark = async (place: LogAndFolder): Promise<string | undefined> =>
  (await completenessOf(place)).witnesses.some(({ says }) => says === 'gone')
    ? `Records of this session that were seen are gone from its log; yoi verify ${place.session} says more.`
    : undefined
