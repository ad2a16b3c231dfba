export { benjaminiHochberg, holm } from './adjust.ts';
export {
  type Agreement,
  agreementOf,
  type CategoryAgreement,
  type Coefficient,
} from './agreement.ts';
export {
  type Alpha,
  type Answers,
  krippendorffAlpha,
  type MeasurementLevel,
} from './krippendorff.ts';
export { newcombeInterval, type PairedDifference, pairedDifference } from './difference.ts';
export { mcnemarMidP, mcnemarP, oneSidedP, pairsToDecide } from './mcnemar.ts';
export { type JudgedCase, type PoweredEstimate, ppi, ppiPlusPlus, type RatedPair } from './ppi.ts';
export {
  type AgreedCount,
  leaveOneOut,
  majorityOf,
  mostCommon,
  type RaterAgreement,
  type Rating,
} from './raters.ts';
export { passAtK, passHatK, type Repeated } from './repeats.ts';
export { type Corrected, type JudgeRates, MIN_RATED, roganGladen } from './rogan-gladen.ts';
export { type StratifiedShare, stratifiedShare, type WeightedCase } from './stratified.ts';
