#include "stock.h"
