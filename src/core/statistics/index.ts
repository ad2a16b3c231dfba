export { benjaminiHochberg, holm } from './adjust.ts';
export { type Agreement, agreementOf, type Coefficient } from './agreement.ts';
export {
  type Alpha,
  type Answers,
  krippendorffAlpha,
  type MeasurementLevel,
} from './krippendorff.ts';
export { newcombeInterval, type PairedDifference, pairedDifference } from './difference.ts';
export { mcnemarMidP, mcnemarP, oneSidedP, pairsToDecide } from './mcnemar.ts';
export { ppiPlusPlus } from './ppi.ts';
export { leaveOneOut, majorityOf, mostCommon } from './raters.ts';
export { passAtK, passHatK, type Repeated } from './repeats.ts';
export { type Corrected, MIN_RATED, roganGladen } from './rogan-gladen.ts';
export { testStrata } from './strata.ts';
export { holmDecisions, type SharesTest, testShares } from './test-shares.ts';
