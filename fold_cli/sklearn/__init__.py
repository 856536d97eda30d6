"""The learner as an estimator of scikit-learn, which is an extra of the package.

In come arrays or frames and the classes of their rows, out go fitted estimators and
predictions. The room may know scikit-learn; Prolog is not started here.
"""

try:
    from fold_cli.sklearn.classifier import FoldClassifier
except ModuleNotFoundError as error:
    if error.name != "sklearn":
        raise
    raise ModuleNotFoundError(
        "fold_cli.sklearn needs scikit-learn: pip install 'fold-cli[sklearn]'",
        name="sklearn",
    ) from None

__all__ = ["FoldClassifier"]
